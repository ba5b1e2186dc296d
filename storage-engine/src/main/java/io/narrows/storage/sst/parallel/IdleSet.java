package io.narrows.storage.sst.parallel;

/** The numbers of the sleeping workers, 0 to 63. A thread that takes a number must wake that worker. Thread-safe. */
final class IdleSet {
    private final PaddedLong bits = new PaddedLong();

    boolean isEmpty() {
        return bits.get() == 0;
    }

    int size() {
        return Long.bitCount(bits.get());
    }

    void add(int worker) {
        long before;
        do {
            before = bits.get();
        } while (!bits.compareAndSet(before, before | 1L << worker));
    }

    /** Removes a worker; returns whether it was in the set. */
    boolean remove(int worker) {
        long bit = 1L << worker;
        for (long before = bits.get(); (before & bit) != 0; before = bits.get()) {
            if (bits.compareAndSet(before, before & ~bit)) {
                return true;
            }
        }
        return false;
    }

    /** Removes and returns the lowest number, so that the same few workers stay warm; -1 if there is none. */
    int take() {
        for (long before = bits.get(); before != 0; before = bits.get()) {
            if (bits.compareAndSet(before, before & before - 1)) {
                return Long.numberOfTrailingZeros(before);
            }
        }
        return -1;
    }
}
