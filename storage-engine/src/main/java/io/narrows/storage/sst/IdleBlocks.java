package io.narrows.storage.sst;

import io.narrows.storage.sst.block.KeyEncoding;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** A pool of at most four blocks that lookups no longer use; the next lookups reuse their arrays. Thread-safe. */
final class IdleBlocks {
    private static final int SLOTS = 4;

    private final AtomicReferenceArray<DataBlock> idle = new AtomicReferenceArray<>(SLOTS);
    private final KeyEncoding encoding;

    IdleBlocks(KeyEncoding encoding) {
        this.encoding = encoding;
    }

    DataBlock take() {
        DataBlock block = idle.getAndSet(slot(), null);
        return block != null ? block : new DataBlock(encoding);
    }

    void giveBack(DataBlock block) {
        block.release();
        idle.set(slot(), block);
    }

    @SuppressWarnings("deprecation") // Thread.threadId() only exists since Java 19
    private static int slot() {
        return (int) Thread.currentThread().getId() & SLOTS - 1;
    }
}
