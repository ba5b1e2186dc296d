package io.narrows.middleware.codec;

import java.util.zip.CRC32C;

/**
 * The framing format of Snappy (framing_format.txt of the reference implementation). A stream is a sequence of chunks, the
 * first of which is the identifier:
 *
 * <pre>
 *  0      1        4           8
 * +------+--------+-----------+----------------------
 * | type | length | checksum  | Snappy block, or uncompressed bytes
 * +------+--------+-----------+----------------------
 *           LE      CRC32C of the content, masked, LE
 * </pre>
 */
final class SnappyDescriptor {
    static final int COMPRESSED = 0x00;
    static final int STORED = 0x01;
    static final int FIRST_SKIPPABLE = 0x80;
    static final int IDENTIFIER = 0xff;
    static final byte[] IDENTIFIER_CHUNK = {(byte) 0xff, 6, 0, 0, 's', 'N', 'a', 'P', 'p', 'Y'};

    static final int HEADER_BYTES = 4;
    static final int CHECKSUM_BYTES = 4;

    /** Maximum content of a chunk, in bytes. */
    static final int MAX_CONTENT = 65_536;

    /** Maximum compressed size of {@link #MAX_CONTENT} bytes: 32 + n + n/6. */
    static final int MAX_BLOCK = 32 + MAX_CONTENT + MAX_CONTENT / 6;

    private static final int MASK = 0xa282ead8;

    private SnappyDescriptor() {}

    static int maskedChecksum(byte[] content, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(content, from, length);
        return Integer.rotateRight((int) crc.getValue(), 15) + MASK;
    }
}
