package io.narrows.storage.sst.parallel;

import java.io.IOException;
import java.util.List;

/**
 * A ring of four slots whose blocks are digits. Slots and output are plain memory, so a write by one thread that another
 * does not see yields a wrong number.
 */
final class Digits implements Stage<Digits.Slot> {
    static final class Slot {
        int digit;
        int compressed;
    }

    /** The digits in the order of writing. */
    int written;

    private final CompressionRing<Slot> ring = new CompressionRing<>(
            List.of(new Slot(), new Slot(), new Slot(), new Slot()), this, new CompressionPool(0), new WakeRule(4, 2));

    void emit(int first, int last) {
        try {
            for (int digit = first; digit <= last; digit++) {
                ring.claim().digit = digit;
                ring.emit();
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    void drain() {
        try {
            ring.drain();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    void close() {
        ring.close();
    }

    /** Attaches a worker if there is enough work, and works until there is none left. */
    void help() {
        if (ring.join()) {
            ring.work();
        }
    }

    /** Attaches a worker for {@link #work}. */
    void attach() {
        if (!ring.join()) {
            throw new AssertionError("the ring is not behind");
        }
    }

    void work() {
        ring.work();
    }

    @Override
    public void compress(Slot slot) {
        slot.compressed += slot.digit;
    }

    @Override
    public void write(Slot slot) {
        written = 10 * written + slot.compressed;
        slot.compressed = 0;
    }
}
