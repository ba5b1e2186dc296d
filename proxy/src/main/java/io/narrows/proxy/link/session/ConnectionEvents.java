package io.narrows.proxy.link.session;

import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.bill.LinkBill;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.liveness.LivenessTracker;
import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.function.LongSupplier;

/**
 * The events of both directions of a link's connection: received bytes go to the user, failures end the link. Used on the link's event loop
 * only, except where noted.
 */
final class ConnectionEvents implements DuplexStream.Owner {
    private final Channel channel;
    private final LinkLifecycle lifecycle;
    private final LinkCloser closer;
    private final InboundFrames inbound;
    private final LinkMemoryUse memory;
    private final LinkBill bill;
    private final LivenessTracker tracker;
    private final LongSupplier nanoClock;

    ConnectionEvents(
            Channel channel,
            LinkLifecycle lifecycle,
            LinkCloser closer,
            InboundFrames inbound,
            LinkMemoryUse memory,
            LinkBill bill,
            LivenessTracker tracker,
            LongSupplier nanoClock) {
        this.channel = channel;
        this.lifecycle = lifecycle;
        this.closer = closer;
        this.inbound = inbound;
        this.memory = memory;
        this.bill = bill;
        this.tracker = tracker;
        this.nanoClock = nanoClock;
    }

    @Override
    public void received(ByteBuf app, long readAt) {
        bill.appReceived(app.readableBytes());
        lifecycle.user().data(app, readAt);
    }

    @Override
    public void decodedOffLoop() {
        inbound.goOn();
    }

    @Override
    public void wrote() {
        tracker.spoke(nanoClock.getAsLong());
        memory.count();
        writabilityChanged();
    }

    /** Tells the user whether it may send. */
    void writabilityChanged() {
        if (lifecycle.userIfAny() != null) {
            lifecycle.user().linkWritable(memory.writable());
        }
    }

    /** Safe from any thread. */
    @Override
    public void later(Runnable message) {
        channel.eventLoop().execute(() -> {
            if (lifecycle.state() == LinkState.OPEN) {
                closer.failIfItThrows(() -> {
                    message.run();
                    tracker.flush();
                });
            }
        });
    }

    @Override
    public void failed(Throwable cause) {
        closer.fail(cause instanceof CorruptFrameException corrupt ? corrupt.failure() : Failure.INTERNAL, cause);
    }
}
