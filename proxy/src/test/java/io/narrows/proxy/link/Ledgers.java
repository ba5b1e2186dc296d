package io.narrows.proxy.link;

import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.MemoryLimits;

/** Ledgers of a size, whatever the machine has. */
final class Ledgers {
    private Ledgers() {}

    /** @param contexts for contexts and shared history, in bytes */
    static MemoryLedger of(long contexts) {
        return new MemoryLedger(new MemoryLimits(contexts, contexts, 64 << 20, 16 << 20));
    }
}
