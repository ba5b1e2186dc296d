package io.narrows.storage.sst.filter;

/** Reads filters of {@link BloomFilterBuilder}. */
final class FastLocalBloom implements Filter {
    private static final int PROBES_MASK = 0x1f;

    private final byte[] array;
    private final int offset;
    private final int lines;
    private final int probes;

    private FastLocalBloom(byte[] array, int offset, int lines, int probes) {
        this.array = array;
        this.offset = offset;
        this.lines = lines;
        this.probes = probes;
    }

    /**
     * Parses a filter. The upper bits of the probe count indicate other line sizes and the surrounding bytes are reserved;
     * if any is set, the filter is ignored.
     */
    static Filter parse(byte[] array, int offset, int length) {
        int end = offset + length - BloomLayout.METADATA;
        int probes = array[end + 2];
        int reserved = array[end + 1] | probes & ~PROBES_MASK | array[end + 3] | array[end + 4];
        int lines = (end - offset) / BloomLayout.LINE;
        if (reserved != 0 || probes == 0 || probes > BloomLayout.MAX_PROBES || lines == 0) {
            return SameAnswer.MAYBE;
        }
        return new FastLocalBloom(array, offset, lines, probes);
    }

    @Override
    public boolean mayContain(byte[] key, int keyOffset, int keyLength) {
        long hash = Xxph3.hash(key, keyOffset, keyLength);
        return BloomLayout.isSet(array, offset + BloomLayout.lineAt(hash, lines), hash, probes);
    }
}
