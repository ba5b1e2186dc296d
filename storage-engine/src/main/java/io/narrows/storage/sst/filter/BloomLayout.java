package io.narrows.storage.sst.filter;

/**
 * The filter of format version 5 and later: a Bloom filter with all probes of a key in one cache line (RocksDB's
 * {@code FastLocalBloomImpl}).
 *
 * <pre>
 * lines:     64 bytes each; bit n of a line is bit n % 8 of its byte n / 8
 * metadata:  ff, 00, probes (1 to 30), 00, 00
 * </pre>
 *
 * The lower half of a key's hash selects the line. The upper nine bits of the upper half, which is multiplied by the golden
 * ratio after each probe, select the bit.
 */
final class BloomLayout {
    /** Number of bytes after the lines. */
    static final int METADATA = 5;

    /** The first byte of the metadata; older filters have the number of probes there. */
    static final byte MARKER = -1;

    static final int LINE = 64;
    static final int MAX_PROBES = 30;

    private static final int BIT_SHIFT = Integer.SIZE - 9;
    private static final int GOLDEN_RATIO = 0x9e37_79b9;

    private static final long MILLIBITS_OF_LINE = LINE * 8 * 1000L;
    private static final int MAX_LINES = (Integer.MAX_VALUE - METADATA - 8) / LINE;

    /** Maximum millibits per key for which 1, 2, 3... probes are best, as measured by RocksDB. */
    private static final int[] MILLIBITS_OF_PROBES = {
        2_080, 3_580, 5_100, 6_640, 8_300, 10_070, 11_720, 14_001, 16_050, 18_300, 22_001, 25_501
    };

    private static final int LAST_PROBES_FROM = 50_001;
    private static final int LAST_PROBES = 24;

    private BloomLayout() {}

    /**
     * Returns the number of lines for that many keys. It is limited by the size of an array, beyond which false positives
     * increase.
     */
    static int lines(int keys, int millibitsPerKey) {
        long lines = ((long) keys * millibitsPerKey + MILLIBITS_OF_LINE - 1) / MILLIBITS_OF_LINE;
        return (int) Math.min(lines, MAX_LINES);
    }

    static int probes(int millibitsPerKey) {
        for (int probes = 1; probes <= MILLIBITS_OF_PROBES.length; probes++) {
            if (millibitsPerKey <= MILLIBITS_OF_PROBES[probes - 1]) {
                return probes;
            }
        }
        return millibitsPerKey >= LAST_PROBES_FROM ? LAST_PROBES : (millibitsPerKey - 1) / 2_000 - 1;
    }

    /** Returns the offset of the line of a hash, from the first line. */
    static int lineAt(long hash, int lines) {
        return (int) ((hash & 0xffff_ffffL) * lines >>> 32) * LINE;
    }

    static void set(byte[] filter, int line, long hash, int probes) {
        int probe = (int) (hash >>> 32);
        for (int i = 0; i < probes; i++) {
            int bit = probe >>> BIT_SHIFT;
            filter[line + (bit >>> 3)] |= (byte) (1 << (bit & 7));
            probe *= GOLDEN_RATIO;
        }
    }

    /** Checks all probes, which are in one cache line: stopping early would add unpredictable branches. */
    static boolean isSet(byte[] filter, int line, long hash, int probes) {
        int probe = (int) (hash >>> 32);
        int all = 1;
        for (int i = 0; i < probes; i++) {
            int bit = probe >>> BIT_SHIFT;
            all &= filter[line + (bit >>> 3)] >>> (bit & 7);
            probe *= GOLDEN_RATIO;
        }
        return all != 0;
    }
}
