package io.narrows.proxy;

import io.narrows.codec.Codecs;
import io.narrows.config.Config;
import io.narrows.proxy.link.registry.LinkRegistry;
import io.narrows.proxy.memory.HeapReturn;
import io.narrows.proxy.memory.MemoryLedger;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Memory that ended links have left in this process. See docs/adr/0030-the-heap-of-ended-links-is-returned.md.
 *
 * @param heap nothing if another part of the process, or another collector, looks after it
 * @param warmingUp returns whether a warm-up is running. Its links, which are in a registry of their own, would count as garbage, and it
 *     collects the heap when it ends.
 */
record UnusedMemory(Codecs codecs, Optional<HeapReturn> heap, BooleanSupplier warmingUp) {
    /** Returns that of a sidecar. The heap of a process with a store holds more than links; the store has it collected. */
    static UnusedMemory of(
            Config config, Codecs codecs, MemoryLedger ledger, LinkRegistry links, BooleanSupplier warmingUp) {
        return new UnusedMemory(
                codecs,
                config.store().isPresent()
                        ? Optional.empty()
                        : HeapReturn.ofThisProcess(() -> heldBytes(codecs, ledger, links)),
                warmingUp);
    }

    /** Returns about how much of the heap links hold, and what is kept for later ones, in bytes. */
    static long heldBytes(Codecs codecs, MemoryLedger ledger, LinkRegistry links) {
        return links.heapBytes() + ledger.heapBytesBesideContexts() + codecs.keptBytes();
    }

    /** Frees it. To be called periodically, and not by an event loop, since the heap may be collected. */
    void free() {
        codecs.dropUnusedMemory();
        if (!warmingUp.getAsBoolean()) {
            heap.ifPresent(HeapReturn::look);
        }
    }
}
