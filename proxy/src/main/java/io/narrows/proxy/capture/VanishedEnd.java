package io.narrows.proxy.capture;

import io.narrows.proxy.transport.OtherEnd;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Notices that the other end of a connection vanished without closing it: its host does not acknowledge written bytes. A paused
 * application has not vanished, however long the pause. Used on the connection's event loop.
 */
final class VanishedEnd {
    /** Looks at the state of sent bytes. */
    interface Look {
        OtherEnd.Answer at(Duration liveness, long now);
    }

    private final Channel channel;
    private final LongSupplier nanoClock;
    private final OtherEnd otherEnd;
    private final Look look;
    private boolean underWay;

    private VanishedEnd(Channel channel, LongSupplier nanoClock, OtherEnd otherEnd, Look look) {
        this.channel = channel;
        this.nanoClock = nanoClock;
        this.otherEnd = otherEnd;
        this.look = look;
    }

    static VanishedEnd of(Channel channel, LongSupplier nanoClock) {
        OtherEnd otherEnd = new OtherEnd(channel);
        return new VanishedEnd(channel, nanoClock, otherEnd, otherEnd::look);
    }

    /** Returns one that asks something else than the kernel. */
    static VanishedEnd of(Channel channel, LongSupplier nanoClock, Look look) {
        return new VanishedEnd(channel, nanoClock, new OtherEnd(channel), look);
    }

    /** Records that bytes, or the end of them, were written. */
    void wrote() {
        underWay = true;
    }

    /**
     * Returns whether the other end has vanished. Also applies the liveness to the connection's keep-alive, which ends an idle
     * one. Call once a second.
     *
     * @param stoodStill whether this process was paused
     */
    boolean isNoticed(Duration liveness, boolean stoodStill) {
        otherEnd.keepAlive(liveness);
        otherEnd.limitBackoff(liveness);
        if (stoodStill) {
            otherEnd.lookAnew();
        }
        if (!underWay) {
            return false;
        }
        OtherEnd.Answer answer = look.at(liveness, nanoClock.getAsLong());
        ChannelOutboundBuffer queued = channel.unsafe().outboundBuffer();
        underWay = answer != OtherEnd.Answer.DONE || queued != null && queued.totalPendingWriteBytes() > 0;
        return answer == OtherEnd.Answer.GONE;
    }
}
