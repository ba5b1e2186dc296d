package io.narrows.storage.sst;

import io.narrows.storage.sst.block.Coding;

/**
 * The bytes after the payload of each block.
 *
 * <pre>
 *   0        1                      5
 *   +--------+----------------------+
 *   | type   | checksum, fixed32    |
 *   +--------+----------------------+
 * </pre>
 */
final class BlockTrailer {
    static final int LENGTH = 5;

    private BlockTrailer() {}

    static void put(byte[] array, int at, byte type, int checksum) {
        array[at] = type;
        Coding.putFixed32(array, at + 1, checksum);
    }

    static byte type(byte[] array, int at) {
        return array[at];
    }

    static int checksum(byte[] array, int at) {
        return Coding.fixed32(array, at + 1);
    }
}
