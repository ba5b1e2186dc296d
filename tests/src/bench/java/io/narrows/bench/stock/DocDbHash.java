package io.narrows.bench.stock;

/**
 * The 16-bit hash that YugabyteDB's hash partitioning puts before a key ({@code YBPartition::HashColumnCompoundValue} in
 * {@code util/yb_partition.cc}): Bob Jenkins' 64-bit lookup2 with seed 97 ({@code Hash64StringWithSeed} in
 * {@code gutil/hash/jenkins.cc}), folded.
 */
final class DocDbHash {
    private static final long GOLDEN_RATIO = 0xe08c1d668b756f82L;
    private static final long SEED = 97;

    private DocDbHash() {}

    /** Returns the hash of one 32-bit column, which is hashed big-endian. */
    static int ofInt(int column) {
        // below 24 bytes the hash is one round: here four bytes, read as a little-endian number, and the length
        long a = GOLDEN_RATIO + (Integer.reverseBytes(column) & 0xffffffffL);
        return folded(mixed(a, GOLDEN_RATIO, SEED + Integer.BYTES));
    }

    private static int folded(long hash) {
        return (int) (hash >>> 48 ^ 3 * (hash >>> 32) ^ 5 * (hash >>> 16) ^ 7 * (hash & 0xffff)) & 0xffff;
    }

    private static long mixed(long first, long second, long third) {
        long a = first;
        long b = second;
        long c = third;
        a = a - b - c ^ c >>> 43;
        b = b - c - a ^ a << 9;
        c = c - a - b ^ b >>> 8;
        a = a - b - c ^ c >>> 38;
        b = b - c - a ^ a << 23;
        c = c - a - b ^ b >>> 5;
        a = a - b - c ^ c >>> 35;
        b = b - c - a ^ a << 49;
        c = c - a - b ^ b >>> 11;
        a = a - b - c ^ c >>> 12;
        b = b - c - a ^ a << 18;
        return c - a - b ^ b >>> 22;
    }
}
