package io.narrows.proxy.capture;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * The bytes that an application sends before its tunnel is open: epoll reads pending bytes when the other end closes its
 * direction, even if no read was requested. Used on the event loop of the connection only.
 */
final class EarlyBytes {
    private final Deque<ByteBuf> kept = new ArrayDeque<>();
    private long memoryBytes;

    /** Keeps bytes in a buffer of their size, and releases them. */
    void add(ByteBufAllocator allocator, ByteBuf bytes) {
        try {
            ByteBuf copy = allocator.directBuffer(bytes.readableBytes()).writeBytes(bytes);
            kept.add(copy);
            memoryBytes += copy.capacity();
        } finally {
            bytes.release();
        }
    }

    /** Passes everything on in order, and ownership of it. */
    void passTo(Consumer<ByteBuf> next) {
        while (!kept.isEmpty()) {
            next.accept(kept.poll());
        }
        memoryBytes = 0;
    }

    /** Removes everything, in order, and passes ownership to the caller. */
    List<ByteBuf> take() {
        List<ByteBuf> taken = List.copyOf(kept);
        kept.clear();
        memoryBytes = 0;
        return taken;
    }

    long memoryBytes() {
        return memoryBytes;
    }
}
