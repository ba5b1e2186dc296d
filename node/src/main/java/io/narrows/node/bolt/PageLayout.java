package io.narrows.node.bolt;

/**
 * Layout of a tree page (bbolt's {@code page.go}). Numbers are unsigned and little-endian.
 *
 * <pre>
 *   0        8       10      12         16
 *   +--------+-------+-------+----------+----------------------+-----------------------------+
 *   | id     | flags | count | overflow | elements, 16 B each  | of each: its key, its value |
 *   +--------+-------+-------+----------+----------------------+-----------------------------+
 *
 *   element of a leaf      0        4          8           12
 *                          | flags  | position | key size  | value size |
 *   element of a branch    0          4          8
 *                          | position | key size | page of the child   |
 * </pre>
 *
 * The position of a key is relative to the first byte of its element. A page larger than the file's page size also occupies the
 * {@code overflow} ids after its own.
 */
final class PageLayout {
    /** The page size of files written here; bbolt uses that of its machine. */
    static final int PAGE_SIZE = 4096;

    static final int ID = 0;
    static final int FLAGS = 8;
    static final int COUNT = 10;
    static final int OVERFLOW = 12;
    static final int HEADER = 16;

    static final int ELEMENT = 16;

    static final int LEAF_FLAGS = 0;
    static final int LEAF_POSITION = 4;
    static final int LEAF_KEY_SIZE = 8;
    static final int LEAF_VALUE_SIZE = 12;

    static final int BRANCH_POSITION = 0;
    static final int BRANCH_KEY_SIZE = 4;
    static final int BRANCH_CHILD = 8;

    /** Page flags. */
    static final int BRANCH = 0x01;

    static final int LEAF = 0x02;
    static final int META = 0x04;
    static final int FREELIST = 0x10;

    /** Flag of a leaf element whose value is a bucket. */
    static final int BUCKET = 0x01;

    /**
     * Size of the value of such an element: the page of the bucket's root, or 0 if that page follows inline, and a counter
     * that etcd does not use.
     */
    static final int BUCKET_HEADER = 16;

    /** bbolt's {@code MaxKeySize}. */
    static final int MAX_KEY = 32_768;

    /**
     * The largest page that is read or written here; bbolt allows 2 GiB and more. etcd refuses requests above 1.5 MiB by
     * default, and such a page has room for two or three of the largest values.
     */
    static final int MAX_PAGE = 64 << 20;

    /** The largest branch that is read here, because a walk holds one per height. bbolt splits branches larger than a page. */
    static final int MAX_BRANCH_PAGE = 1 << 20;

    private PageLayout() {}
}
