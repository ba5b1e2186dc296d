package io.narrows.proxy.link.support;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledDirectByteBuf;
import io.netty.buffer.UnpooledHeapByteBuf;

/** Unpooled buffers, each byte of which is counted from its allocation to its release. Not thread-safe. */
public final class CountingAllocator extends AbstractByteBufAllocator {
    private long live;
    private long peak;
    private int largest;
    private long asked;
    private long firstDenied = Long.MAX_VALUE;
    private long nextGranted = Long.MAX_VALUE;

    public CountingAllocator() {
        super(true);
    }

    /** Returns the allocated bytes that were not released yet. */
    public long live() {
        return live;
    }

    /** Returns the maximum of allocated bytes at one time. */
    public long peak() {
        return peak;
    }

    /** Returns the size of the largest single buffer. */
    public int largest() {
        return largest;
    }

    /** Denies all further memory outside the heap. */
    public void exhaust() {
        deny(0, Integer.MAX_VALUE);
    }

    /**
     * Limits memory outside the heap.
     *
     * @param granted number of requests that are granted first
     * @param denials number of requests denied after those; later ones are granted again
     */
    public void deny(int granted, int denials) {
        firstDenied = asked + granted;
        nextGranted = firstDenied + denials;
    }

    /** Returns whether a request for memory was denied. */
    public boolean denied() {
        return asked > firstDenied;
    }

    private void requireMemory() {
        long ordinal = asked++;
        if (ordinal >= firstDenied && ordinal < nextGranted) {
            throw new OutOfMemoryError("direct memory");
        }
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
        requireMemory();
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
            allocator.take(initialCapacity);
        }

        /** Copies the content from the old memory to the new; both exist for a moment. */
        @Override
        public ByteBuf capacity(int newCapacity) {
            int before = capacity();
            if (newCapacity != before) {
                counting().requireMemory();
                counting().take(newCapacity);
                super.capacity(newCapacity);
                counting().giveBack(before);
            }
            return this;
        }

        @Override
        protected void deallocate() {
            counting().giveBack(capacity());
            super.deallocate();
        }

        private CountingAllocator counting() {
            return (CountingAllocator) alloc();
        }
    }
}
