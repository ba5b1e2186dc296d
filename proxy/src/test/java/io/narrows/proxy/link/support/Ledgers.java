package io.narrows.proxy.link.support;

import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.MemoryLimits;

/** Creates ledgers with a fixed size, independent of the machine. */
public final class Ledgers {
    private Ledgers() {}

    /** @param contexts limit of contexts and shared history, in bytes */
    public static MemoryLedger of(long contexts) {
        return new MemoryLedger(new MemoryLimits(contexts, contexts, 64 << 20, 64 << 20, 16 << 20));
    }
}
