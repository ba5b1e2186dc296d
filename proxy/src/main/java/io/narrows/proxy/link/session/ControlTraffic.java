package io.narrows.proxy.link.session;

import io.narrows.codec.Codec;
import io.narrows.config.Location;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.bill.WireCounter;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.TrafficCell;

/**
 * The cells to which a link's control messages are booked, and everything else that is no frame of its connection: at the peer's place in the
 * configuration as of the last {@link #relocate}. Used on the link's event loop only, except where noted.
 */
final class ControlTraffic {
    private final LinkEnvironment environment;
    private final LinkTerms terms;
    private final WireCounter wire;
    private volatile TrafficCell sent;
    private volatile TrafficCell received;

    ControlTraffic(LinkEnvironment environment, LinkTerms terms, WireCounter wire) {
        this.environment = environment;
        this.terms = terms;
        this.wire = wire;
        this.sent = cell(Direction.SENT);
        this.received = cell(Direction.RECEIVED);
    }

    private TrafficCell cell(Direction direction) {
        Location place = terms.place(environment.live().current());
        return environment.traffic().cell(terms.peer(), place, TrafficClass.CONTROL, Codec.NONE, direction);
    }

    /** Books the bytes of the hellos, and counts from now on. */
    void begin() {
        wire.control(sent, received);
        wire.bill().round();
    }

    /** Counts at the peer's place in the active configuration from now on. */
    void relocate() {
        sent = cell(Direction.SENT);
        received = cell(Direction.RECEIVED);
        wire.bill().round();
        wire.bill().control(sent, received);
    }

    TrafficCell sent() {
        return sent;
    }

    TrafficCell received() {
        return received;
    }

    /** Returns the metrics label of the distance to the peer. Safe from any thread. */
    String tierLabel() {
        return received.labels().tierLabel();
    }
}
