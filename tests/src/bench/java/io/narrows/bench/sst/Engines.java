package io.narrows.bench.sst;

/** Settings and checks shared by both engines. */
final class Engines {
    static final int BLOCK = 4 << 10;
    static final double BLOOM_BITS = 10;
    static final int CACHE = 32 << 20;

    /** Index in a key of the lowest byte of its number. */
    static final int LAST_OF_NUMBER = 7;

    private Engines() {}

    /** Compares the ends of a value, which is cheap and detects the value of another entry. */
    static void checkValue(Workload workload, int number, byte[] array, int offset, int length) {
        int at = workload.value(number);
        byte[] values = workload.values();
        if (length != Workload.VALUE
                || array[offset] != values[at]
                || array[offset + length - 1] != values[at + length - 1]) {
            throw new IllegalStateException("a value that differs from the one written for key " + number);
        }
    }

    static void checkKey(int number, byte lastOfNumber) {
        if ((byte) number != lastOfNumber) {
            throw new IllegalStateException("a key other than number " + number);
        }
    }

    static void checkCount(Workload workload, int found) {
        if (found != workload.entries()) {
            throw new IllegalStateException(found + " entries (expected: " + workload.entries() + ")");
        }
    }
}
