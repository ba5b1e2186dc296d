package io.narrows.proxy.link.send;

import static io.narrows.proxy.link.frame.FrameDescriptor.MAX_APP_BYTES;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * App bytes that wait for further bytes, so that all of them are sent as one frame. Used on the link's event loop only.
 */
final class Lingering {
    private final Channel channel;
    private final Runnable elapsed;
    private @Nullable ByteBuf bytes;
    private long since;
    private @Nullable ScheduledFuture<?> timer;

    /** @param elapsed runs when bytes have waited for the policy's linger time */
    Lingering(Channel channel, Runnable elapsed) {
        this.channel = channel;
        this.elapsed = elapsed;
    }

    boolean isEmpty() {
        return bytes == null;
    }

    /** Returns when the first of them was read, on the nano clock. */
    long since() {
        return since;
    }

    /** Returns whether these bytes fit into the same frame. */
    boolean hasRoomFor(ByteBuf app) {
        return bytes == null || bytes.readableBytes() + app.readableBytes() <= MAX_APP_BYTES;
    }

    /** Adds bytes and takes ownership of them. The first ones start the timer. */
    void add(ByteBuf app, long readAt, long lingerNanos) {
        try {
            if (bytes == null) {
                bytes = channel.alloc().directBuffer(app.readableBytes(), MAX_APP_BYTES);
                since = readAt;
                timer = channel.eventLoop().schedule(elapsed, lingerNanos, TimeUnit.NANOSECONDS);
            }
            bytes.writeBytes(app);
        } finally {
            app.release();
        }
    }

    /** Removes and returns all bytes, for the caller to release. */
    ByteBuf take() {
        ByteBuf taken = Objects.requireNonNull(bytes);
        bytes = null;
        Objects.requireNonNull(timer).cancel(false);
        return taken;
    }

    /** Returns the memory of the waiting bytes. */
    long memoryBytes() {
        return bytes == null ? 0 : bytes.capacity();
    }

    void close() {
        if (bytes != null) {
            take().release();
        }
    }
}
