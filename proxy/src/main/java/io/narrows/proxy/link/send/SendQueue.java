package io.narrows.proxy.link.send;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NoSuchElementException;

/**
 * App bytes that wait for the encoder, and actions between them, in order. Short reads that follow each other share an entry. Used on
 * the link's event loop only.
 */
final class SendQueue {
    /** Maximum bytes of an entry in which later bytes join earlier ones: small enough to copy. */
    static final int JOINED_BYTES = 4 * 1024;

    /** Bytes that fill at most 1/{@value} of their buffer are copied to a smaller one. */
    private static final int FITTING_PART = 2;

    /** An entry of the queue. */
    sealed interface Step {
        /** App bytes, owned by the caller of {@link #remove}. */
        record Send(ByteBuf app, long readAt) implements Step {}

        record Act(Runnable action) implements Step {}
    }

    private final Channel channel;
    private final Deque<Step> steps = new ArrayDeque<>();
    private int actions;
    private long bytes;
    private long pinnedBytes;

    /** @param channel allocates buffers */
    SendQueue(Channel channel) {
        this.channel = channel;
    }

    boolean isEmpty() {
        return steps.isEmpty();
    }

    /** Returns the number of actions. */
    int actions() {
        return actions;
    }

    /** Returns the number of app bytes, including those that are being encoded. */
    long bytes() {
        return bytes;
    }

    /** Returns the memory of these bytes. */
    long pinnedBytes() {
        return pinnedBytes;
    }

    /** Adds an action. */
    void add(Runnable action) {
        steps.add(new Step.Act(action));
        actions++;
    }

    /** Adds app bytes and takes ownership of them. */
    void add(ByteBuf app, long readAt) {
        int length = app.readableBytes();
        if (steps.peekLast() instanceof Step.Send last && last.app().readableBytes() + length <= JOINED_BYTES) {
            pinnedBytes -= last.app().capacity();
            try {
                last.app().writeBytes(app);
            } finally {
                pinnedBytes += last.app().capacity();
                app.release();
            }
        } else {
            ByteBuf waiting = fitted(app);
            steps.add(new Step.Send(waiting, readAt));
            pinnedBytes += waiting.capacity();
        }
        bytes += length;
    }

    /**
     * Copies bytes that are much smaller than their buffer. Waiting bytes are counted by their number, so few of them must not pin a
     * large buffer. Bytes that later bytes may join get a buffer that can grow.
     */
    private ByteBuf fitted(ByteBuf app) {
        int length = app.readableBytes();
        if (length >= JOINED_BYTES && length > app.capacity() / FITTING_PART) {
            return app;
        }
        try {
            return channel.alloc().directBuffer(length).writeBytes(app);
        } finally {
            app.release();
        }
    }

    /**
     * Removes the first entry; the caller takes ownership of its bytes.
     *
     * @throws NoSuchElementException if the queue is empty
     */
    Step remove() {
        Step first = steps.remove();
        if (first instanceof Step.Send send) {
            subtract(send.app());
        } else {
            actions--;
        }
        return first;
    }

    /** Counts app bytes that a worker encodes: they still hold back the application, and take memory. */
    void beginEncoding(ByteBuf app) {
        bytes += app.readableBytes();
        pinnedBytes += app.capacity();
    }

    /** Ends the counting of app bytes that a worker has encoded. */
    void endEncoding(ByteBuf app) {
        subtract(app);
    }

    private void subtract(ByteBuf app) {
        bytes -= app.readableBytes();
        pinnedBytes -= app.capacity();
    }

    /** Discards everything. */
    void clear() {
        for (Step step : steps) {
            if (step instanceof Step.Send send) {
                send.app().release();
            }
        }
        steps.clear();
        actions = 0;
        bytes = 0;
        pinnedBytes = 0;
    }
}
