package io.narrows.proxy.tls;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.ByteToMessageDecoder.Cumulator;
import io.netty.handler.ssl.SslHandler;

/**
 * Collects the bytes that a handler of TLS reads in arrays. The JDK's engine decrypts an array in place; a record in direct
 * memory goes in pieces through two arrays that the engine allocates each time.
 */
final class HeapRecords implements Cumulator {
    static final HeapRecords INSTANCE = new HeapRecords();

    private HeapRecords() {}

    /** Returns the handler, which is not yet in a pipeline. */
    static SslHandler collectedBy(SslHandler handler) {
        handler.setCumulator(INSTANCE);
        return handler;
    }

    /** Releases both buffers, unless it returns one of them. */
    @Override
    public ByteBuf cumulate(ByteBufAllocator allocator, ByteBuf collected, ByteBuf read) {
        try {
            ByteBuf all = collected;
            if (!collected.hasArray() || collected.maxFastWritableBytes() < read.readableBytes()) {
                int total = collected.readableBytes() + read.readableBytes();
                all = allocator.heapBuffer(allocator.calculateNewCapacity(total, Integer.MAX_VALUE));
                all.writeBytes(collected);
                collected.release();
            }
            return all.writeBytes(read);
        } finally {
            read.release();
        }
    }
}
