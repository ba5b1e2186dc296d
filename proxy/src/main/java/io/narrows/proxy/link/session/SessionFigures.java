package io.narrows.proxy.link.session;

import io.narrows.proxy.link.bill.LinkBill;
import io.narrows.proxy.link.registry.LinkFigures;
import io.narrows.proxy.link.registry.LinkSummary;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.StepDownReason;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The figures of a link, read from its parts. Safe for use by many threads. */
final class SessionFigures implements LinkFigures {
    private final LinkTerms terms;
    private final LinkLifecycle lifecycle;
    private final CodecTerms codecs;
    private final LinkMemoryUse memory;
    private final LinkBill bill;
    private final ControlTraffic controlTraffic;

    SessionFigures(
            LinkTerms terms,
            LinkLifecycle lifecycle,
            CodecTerms codecs,
            LinkMemoryUse memory,
            LinkBill bill,
            ControlTraffic controlTraffic) {
        this.terms = terms;
        this.lifecycle = lifecycle;
        this.codecs = codecs;
        this.memory = memory;
        this.bill = bill;
        this.controlTraffic = controlTraffic;
    }

    @Override
    public String tierLabel() {
        return controlTraffic.tierLabel();
    }

    @Override
    public long memoryBytes() {
        return memory.bytes();
    }

    @Override
    public long heapBytes() {
        return memory.heapBytes();
    }

    @Override
    public LinkSummary summary() {
        DuplexStream current = lifecycle.duplexIfTaken();
        return new LinkSummary(
                terms.peer(),
                terms.dialled(),
                lifecycle.state(),
                lifecycle.target(),
                current == null
                        ? ""
                        : current.outbound().sending().trafficClass().name(),
                current == null ? "" : current.outbound().sending().codec().label(),
                steppedDown(current),
                current == null ? 0 : current.outbound().sending().windowLog(),
                current == null ? 0 : current.grantedWindowLog(),
                current == null ? Set.of() : current.outbound().unpacking().formats(),
                current == null ? 0 : current.outbound().unpacking().commonRecipes(),
                terms.encrypted(),
                codecs.refused(),
                bill.headersSent(),
                bill.headersReceived(),
                bill.isRead(),
                memory.bytes());
    }

    @Override
    public boolean isSteppedDown() {
        return !steppedDown(lifecycle.duplexIfTaken()).isEmpty();
    }

    private static String steppedDown(@Nullable DuplexStream current) {
        StepDownReason reason =
                current == null ? null : current.outbound().sending().steppedDown();
        return reason == null ? "" : reason.label();
    }
}
