package io.narrows.middleware.codec;

/**
 * The LZ4 frame format (lz4_Frame_format.md of the reference implementation, version 1.6). Numbers are little-endian, checksums
 * are XXH32 with seed 0.
 *
 * <pre>
 *  0       4       5      6            14         18        7, 15, 11 or 19
 * +-------+-------+------+------------+----------+---------+--------+-----+-----------------+
 * | magic | flags | size | content    | id of    | header  | blocks | 0   | checksum of the |
 * |       |       |      | size, or - | dict, or -| checksum|        |     | content, or -   |
 * +-------+-------+------+------------+----------+---------+--------+-----+-----------------+
 *
 * block:  length of 4 bytes, the highest bit set if stored | bytes | their checksum, or -
 * flags:  7..6 version (01), 5 blocks are independent, 4 they have checksums, 3 content size, 2 content checksum, 0 dict
 * size:   6..4 maximum content of a block: 4 is 64 KiB, each step up is four times that, up to 7
 * header checksum: the second byte of the checksum of flags to dict
 * </pre>
 */
final class Lz4Descriptor {
    static final int MAGIC = 0x184D2204;
    static final int FIRST_SKIPPABLE = 0x184D2A50;
    static final int SKIPPABLE_MASK = 0xfffffff0;

    static final int VERSION_MASK = 0xc0;
    static final int VERSION = 0x40;
    static final int INDEPENDENT = 0x20;
    static final int BLOCK_CHECKSUM = 0x10;
    static final int CONTENT_SIZE = 0x08;
    static final int CONTENT_CHECKSUM = 0x04;
    static final int RESERVED_FLAG = 0x02;
    static final int DICTIONARY = 0x01;

    static final int SIZE_SHIFT = 4;
    static final int SIZE_MASK = 0x70;
    static final int MIN_SIZE_CODE = 4;

    static final int STORED = 1 << 31;
    static final int END = 0;

    /** Distance that a block may refer back. */
    static final int WINDOW = 64 * 1024;

    private Lz4Descriptor() {}

    /** Returns the maximum content of a block, in bytes. */
    static int blockMax(int sizeCode) {
        return 1 << 8 + 2 * sizeCode;
    }

    /** Returns the header's checksum byte, given the checksum of its descriptor. */
    static int headerChecksum(int checksum) {
        return checksum >>> 8 & 0xff;
    }
}
