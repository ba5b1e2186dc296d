package io.narrows.storage.sst.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The filter of format versions below 5: a Bloom filter with all probes of a key in one line, and a 32-bit hash (RocksDB's
 * {@code LegacyLocalityBloomImpl}). Such filters are never written.
 *
 * <pre>
 * lines:     all of the same size, a power of two of bytes: a cache line of the machine that wrote them
 * metadata:  probes (1 to 127), number of lines (4 bytes, little-endian)
 * </pre>
 */
final class LegacyBloom implements Filter {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] array;
    private final int offset;
    private final int lines;
    private final int lineBytes;
    private final int probes;

    private LegacyBloom(byte[] array, int offset, int lines, int lineBytes, int probes) {
        this.array = array;
        this.offset = offset;
        this.lines = lines;
        this.lineBytes = lineBytes;
        this.probes = probes;
    }

    static Filter parse(byte[] array, int offset, int length) {
        int size = length - BloomLayout.METADATA;
        int probes = array[offset + size];
        int lines = (int) INT.get(array, offset + size + 1);
        if (lines <= 0 || size % lines != 0 || Integer.bitCount(size / lines) != 1) {
            return SameAnswer.MAYBE;
        }
        return new LegacyBloom(array, offset, lines, size / lines, probes);
    }

    @Override
    public boolean mayContain(byte[] key, int keyOffset, int keyLength) {
        int hash = LegacyHash.of(key, keyOffset, keyLength);
        int line = offset + Integer.remainderUnsigned(hash, lines) * lineBytes;
        int step = Integer.rotateRight(hash, 17);
        int bits = 8 * lineBytes - 1;
        for (int i = 0; i < probes; i++) {
            int bit = hash & bits;
            if ((array[line + (bit >>> 3)] & 1 << (bit & 7)) == 0) {
                return false;
            }
            hash += step;
        }
        return true;
    }
}
