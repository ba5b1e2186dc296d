package io.narrows.proxy.link;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledDirectByteBuf;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.netty.util.internal.CleanableDirectBuffer;
import java.nio.ByteBuffer;

/** Unpooled buffers, of which every byte is counted from its allocation to its release. Not thread-safe. */
final class CountingAllocator extends AbstractByteBufAllocator {
    private long live;
    private long peak;
    private int largest;
    private boolean exhausted;

    CountingAllocator() {
        super(true);
    }

    /** Bytes that were allocated and not released. */
    long live() {
        return live;
    }

    /** The most bytes that lived at the same time. */
    long peak() {
        return peak;
    }

    /** The largest single buffer. */
    int largest() {
        return largest;
    }

    /** From now on there is no more memory outside the heap. */
    void exhaust() {
        exhausted = true;
    }

    private void take(int bytes) {
        live += bytes;
        peak = Math.max(peak, live);
        largest = Math.max(largest, bytes);
    }

    private void giveBack(int bytes) {
        live -= bytes;
    }

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
        return new CountedHeap(this, initialCapacity, maxCapacity);
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
        if (exhausted) {
            throw new OutOfMemoryError("direct memory");
        }
        return new CountedDirect(this, initialCapacity, maxCapacity);
    }

    @Override
    public boolean isDirectBufferPooled() {
        return false;
    }

    private static final class CountedHeap extends UnpooledHeapByteBuf {
        CountedHeap(CountingAllocator allocator, int initialCapacity, int maxCapacity) {
            super(allocator, initialCapacity, maxCapacity);
        }

        @Override
        protected byte[] allocateArray(int initialCapacity) {
            ((CountingAllocator) alloc()).take(initialCapacity);
            return super.allocateArray(initialCapacity);
        }

        @Override
        protected void freeArray(byte[] array) {
            ((CountingAllocator) alloc()).giveBack(array.length);
            super.freeArray(array);
        }
    }

    private static final class CountedDirect extends UnpooledDirectByteBuf {
        CountedDirect(CountingAllocator allocator, int initialCapacity, int maxCapacity) {
            super(allocator, initialCapacity, maxCapacity);
        }

        @Override
        protected CleanableDirectBuffer allocateDirectBuffer(int capacity) {
            CountingAllocator allocator = (CountingAllocator) alloc();
            CleanableDirectBuffer memory = super.allocateDirectBuffer(capacity);
            allocator.take(capacity);
            return new CleanableDirectBuffer() {
                @Override
                public ByteBuffer buffer() {
                    return memory.buffer();
                }

                @Override
                public void clean() {
                    allocator.giveBack(capacity);
                    memory.clean();
                }
            };
        }
    }
}
