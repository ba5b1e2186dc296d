package io.narrows.node.bolt;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The root of a bbolt file ({@code db.go}). Pages 0 and 1 hold one each; the valid one of the higher transaction is in effect.
 * Numbers are little-endian.
 *
 * <pre>
 *   0        16      20        24          28      32     40         48          56      64            72         80
 *   +--------+-------+---------+-----------+-------+------+----------+-----------+-------+-------------+----------+
 *   | header | magic | version | page size | flags | root | sequence | free list | pages | transaction | checksum |
 *   +--------+-------+---------+-----------+-------+------+----------+-----------+-------+-------------+----------+
 *                    `---------------- FNV-1a, 64 bits, of the bytes from 16 to 72 ------------------' = checksum
 * </pre>
 *
 * @param pageSize bytes
 * @param root page of the bucket of buckets
 * @param freeList page of the list of free pages; all ones if the list is not stored
 * @param pages number of pages in use, i.e. the first unused id
 */
record Meta(int pageSize, long root, long freeList, long pages, long transaction) {
    static final int LENGTH = 80;
    static final int MIN_PAGE_SIZE = 1 << 10;
    static final int MAX_PAGE_SIZE = 1 << 16;

    private static final int MAGIC = 0xed0cdaed;
    private static final int VERSION = 2;

    private static final int MAGIC_AT = PageLayout.HEADER;
    private static final int VERSION_AT = 20;
    private static final int PAGE_SIZE_AT = 24;
    static final int ROOT_AT = 32;
    private static final int FREE_LIST_AT = 48;
    private static final int PAGES_AT = 56;
    private static final int TRANSACTION_AT = 64;
    private static final int CHECKSUM_AT = 72;

    /** Encodes the page. Its id follows from the transaction: 0 if even, 1 if odd. */
    ByteBuffer encode() {
        ByteBuffer page = ByteBuffer.allocate(pageSize).order(ByteOrder.LITTLE_ENDIAN);
        page.putLong(PageLayout.ID, transaction & 1).putShort(PageLayout.FLAGS, (short) PageLayout.META);
        page.putInt(MAGIC_AT, MAGIC).putInt(VERSION_AT, VERSION).putInt(PAGE_SIZE_AT, pageSize);
        page.putLong(ROOT_AT, root).putLong(FREE_LIST_AT, freeList);
        page.putLong(PAGES_AT, pages).putLong(TRANSACTION_AT, transaction);
        page.putLong(CHECKSUM_AT, Fnv1a.hash(page, MAGIC_AT, CHECKSUM_AT));
        return page;
    }

    /**
     * Returns the problem of a meta page; empty if it is valid.
     *
     * @param page little-endian, at least {@link #LENGTH} bytes
     */
    static String problem(ByteBuffer page) {
        if (page.getInt(MAGIC_AT) != MAGIC) {
            return "magic number 0x%08x (expected: 0x%08x)".formatted(page.getInt(MAGIC_AT), MAGIC);
        }
        if (page.getInt(VERSION_AT) != VERSION) {
            return "version " + Integer.toUnsignedString(page.getInt(VERSION_AT)) + " (expected: " + VERSION + ")";
        }
        long checksum = Fnv1a.hash(page, MAGIC_AT, CHECKSUM_AT);
        if (page.getLong(CHECKSUM_AT) != checksum) {
            return "checksum 0x%016x (expected: 0x%016x)".formatted(page.getLong(CHECKSUM_AT), checksum);
        }
        int pageSize = page.getInt(PAGE_SIZE_AT);
        if (Integer.bitCount(pageSize) != 1 || pageSize < MIN_PAGE_SIZE || pageSize > MAX_PAGE_SIZE) {
            return "page size " + Integer.toUnsignedString(pageSize) + " (expected: a power of 2 from " + MIN_PAGE_SIZE
                    + " to " + MAX_PAGE_SIZE + ")";
        }
        return "";
    }

    /** Decodes a page that has no {@link #problem}. */
    static Meta decode(ByteBuffer page) {
        return new Meta(
                page.getInt(PAGE_SIZE_AT),
                page.getLong(ROOT_AT),
                page.getLong(FREE_LIST_AT),
                page.getLong(PAGES_AT),
                page.getLong(TRANSACTION_AT));
    }
}
