package io.narrows.proxy.capture;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.handshake.LinkHandshakes;
import io.narrows.proxy.link.handshake.LinkSecurity;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.link.session.OpenRequests;
import io.narrows.proxy.link.support.DuplexEmbeddedChannel;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.tls.TlsPeers;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;

/** Links between two nodes of one process, on channels without a socket. Node {@code a} dials; one link at a time. */
final class LinkedNodes {
    static final PeerId A = new PeerId("a");
    static final PeerId B = new PeerId("b");

    private final LinkEnvironment a;
    private final LinkEnvironment b;
    private final LinkHandshakes dialing;
    private final LinkHandshakes accepting;
    private OpenRequests atB = (link, open) -> {};
    private DuplexEmbeddedChannel endA;
    private DuplexEmbeddedChannel endB;

    LinkedNodes(LinkEnvironment a, LinkEnvironment b) {
        this.a = a;
        this.b = b;
        this.dialing = handshakes(a, (link, open) -> {});
        this.accepting = handshakes(b, (link, open) -> atB.opened(link, open));
    }

    static LinkSecurity plaintext(LinkEnvironment of) {
        try {
            return new LinkSecurity(
                    new TlsContexts(TlsContexts.load(
                            Optional.empty(), of.live().current().node().id(), Instant.EPOCH)),
                    new TlsPeers(Runnable::run),
                    of.nanoClock());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LinkHandshakes handshakes(LinkEnvironment of, OpenRequests requests) {
        return new LinkHandshakes(of, requests, plaintext(of), () -> false, "test");
    }

    /**
     * Returns {@code a}'s end of a link that is ready.
     *
     * @param requests what {@code b} does when it is opened
     */
    Link link(ByteBufAllocator allocator, OpenRequests requests) {
        atB = requests;
        endA = new DuplexEmbeddedChannel(allocator);
        endB = new DuplexEmbeddedChannel(allocator);
        Promise<Link> greeted = ImmediateEventExecutor.INSTANCE.newPromise();
        accepting.accept(endB, ImmediateEventExecutor.INSTANCE.newPromise());
        dialing.dial(endA, B, false, false, greeted);
        try {
            endB.register();
            endA.register();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        endA.freezeTime(); // however slow this machine is, no limit of time is reached
        endB.freezeTime();
        pump();
        return greeted.getNow();
    }

    /** Passes on what either end has sent, until nothing is left. Returns whether there was anything. */
    boolean pump() {
        boolean passed = false;
        while (pass(endA, endB) | pass(endB, endA)) {
            passed = true;
        }
        return passed;
    }

    private static boolean pass(DuplexEmbeddedChannel from, DuplexEmbeddedChannel to) {
        from.runPendingTasks();
        boolean passed = false;
        for (ByteBuf bytes = from.readOutbound(); bytes != null; bytes = from.readOutbound()) {
            if (to.isOpen()) {
                to.writeInbound(bytes);
            } else {
                bytes.release();
            }
            passed = true;
        }
        if (from.isOutputShutdown() && !to.isInputShutdown() && to.isOpen()) {
            to.peerEnds();
            passed = true;
        }
        if (!from.isOpen() && to.isOpen()) {
            to.peerEnds();
            to.close();
            passed = true;
        }
        return passed;
    }

    /** Closes the link. */
    void close() {
        pump();
        endA.finishAndReleaseAll();
        endB.finishAndReleaseAll();
    }

    /** Returns the number of links of both nodes. */
    int open() {
        return a.registry().size() + b.registry().size();
    }
}
