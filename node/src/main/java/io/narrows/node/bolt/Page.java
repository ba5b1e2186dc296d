package io.narrows.node.bolt;

import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A leaf or branch page of a tree, whose sizes and positions are all checked: each key and value lies inside the page, after
 * the previous one, as bbolt writes them. Reads therefore never leave the page.
 */
final class Page {
    private final Path file;
    private final long offset;
    private final ByteBuffer bytes;
    private final boolean leaf;
    private final int count;

    private Page(Path file, long offset, ByteBuffer bytes, boolean leaf, int count) {
        this.file = file;
        this.offset = offset;
        this.bytes = bytes;
        this.leaf = leaf;
        this.count = count;
    }

    /**
     * Checks a page.
     *
     * @param offset file offset of the page
     * @param bytes the whole page including its header, little-endian
     */
    static Page of(Path file, long offset, ByteBuffer bytes) throws CorruptBoltException {
        int flags = Short.toUnsignedInt(bytes.getShort(PageLayout.FLAGS));
        if (flags != PageLayout.LEAF && flags != PageLayout.BRANCH) {
            throw new CorruptBoltException(
                    file,
                    offset + PageLayout.FLAGS,
                    "page of type 0x%x (expected: 0x%x, a branch, or 0x%x, a leaf)"
                            .formatted(flags, PageLayout.BRANCH, PageLayout.LEAF));
        }
        int count = Short.toUnsignedInt(bytes.getShort(PageLayout.COUNT));
        Page page = new Page(file, offset, bytes, flags == PageLayout.LEAF, count);
        page.check();
        return page;
    }

    private void check() throws CorruptBoltException {
        int room = (bytes.limit() - PageLayout.HEADER) / PageLayout.ELEMENT;
        if (count > room) {
            throw corrupt(PageLayout.COUNT, count + " elements in a page (expected: 0-" + room + ")");
        }
        if (!leaf && count == 0) {
            throw corrupt(PageLayout.COUNT, "a branch without children");
        }
        long end = elementAt(count);
        for (int i = 0; i < count; i++) {
            end = checkElement(i, end);
        }
    }

    /** @return the end of the element's data */
    private long checkElement(int i, long previousEnd) throws CorruptBoltException {
        int element = elementAt(i);
        long start = element + unsigned(element + (leaf ? PageLayout.LEAF_POSITION : PageLayout.BRANCH_POSITION));
        long keySize = unsigned(keySizeAt(i));
        long end = start + keySize + (leaf ? unsigned(element + PageLayout.LEAF_VALUE_SIZE) : 0);
        if (start < previousEnd || end > bytes.limit()) {
            throw corrupt(
                    element,
                    "element " + i + " from " + start + " to " + end + " of the page (expected: between " + previousEnd
                            + " and " + bytes.limit() + ")");
        }
        if (keySize == 0 || keySize > PageLayout.MAX_KEY) {
            throw corrupt(keySizeAt(i), "key of " + keySize + " bytes (expected: 1-" + PageLayout.MAX_KEY + ")");
        }
        return end;
    }

    boolean isLeaf() {
        return leaf;
    }

    int count() {
        return count;
    }

    byte[] key(int i) {
        byte[] key = new byte[bytes.getInt(keySizeAt(i))];
        bytes.get(dataAt(i), key);
        return key;
    }

    /** Returns whether the value of a leaf element is a bucket. */
    boolean isBucket(int i) {
        return (bytes.getInt(elementAt(i) + PageLayout.LEAF_FLAGS) & PageLayout.BUCKET) != 0;
    }

    /** Returns the value of a leaf element as a big-endian slice of the page. */
    ByteBuffer value(int i) {
        return bytes.slice(valueAt(i), bytes.getInt(elementAt(i) + PageLayout.LEAF_VALUE_SIZE));
    }

    /** Returns the page id of a branch element's child; unchecked. */
    long child(int i) {
        return bytes.getLong(elementAt(i) + PageLayout.BRANCH_CHILD);
    }

    /** Returns the file offset of an element. */
    long elementOffset(int i) {
        return offset + elementAt(i);
    }

    /** Returns the file offset of a leaf element's value. */
    long valueOffset(int i) {
        return offset + valueAt(i);
    }

    private int valueAt(int i) {
        return dataAt(i) + bytes.getInt(keySizeAt(i));
    }

    private int dataAt(int i) {
        int element = elementAt(i);
        return element + bytes.getInt(element + (leaf ? PageLayout.LEAF_POSITION : PageLayout.BRANCH_POSITION));
    }

    private int keySizeAt(int i) {
        return elementAt(i) + (leaf ? PageLayout.LEAF_KEY_SIZE : PageLayout.BRANCH_KEY_SIZE);
    }

    private static int elementAt(int i) {
        return PageLayout.HEADER + i * PageLayout.ELEMENT;
    }

    private long unsigned(int at) {
        return Integer.toUnsignedLong(bytes.getInt(at));
    }

    private CorruptBoltException corrupt(int at, String problem) {
        return new CorruptBoltException(file, offset + at, problem);
    }
}
