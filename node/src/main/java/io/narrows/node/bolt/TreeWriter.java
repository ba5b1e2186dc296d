package io.narrows.node.bolt;

import io.narrows.node.bolt.BranchLevel.Child;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Writes the tree of one bucket bottom-up while keys arrive in order. Holds one page per height, plus the start of the next.
 */
final class TreeWriter {
    /** Buckets up to this size are inlined in the leaf that names them, as in bbolt. */
    private static final int MAX_INLINE = PageLayout.PAGE_SIZE / 4;

    private final PageFile file;
    private final LeafPage leaf = new LeafPage();
    private final List<BranchLevel> branches = new ArrayList<>();
    private byte[] lastKey = {};

    TreeWriter(PageFile file) {
        this.file = file;
    }

    /**
     * Adds an entry.
     *
     * @param flags {@link PageLayout#BUCKET} or 0
     * @throws IllegalArgumentException if the key's length is invalid for bbolt, the key does not sort after the previous
     *     one, or the entry is larger than the largest page
     */
    void add(int flags, byte[] key, byte[] value) throws IOException {
        check(key, value);
        if (!leaf.isEmpty() && !leaf.hasRoomFor(key, value)) {
            endLeaf();
        }
        leaf.add(flags, key, value);
        lastKey = key;
    }

    /** Writes the remaining pages and returns the root's page id. */
    long finish() throws IOException {
        if (branches.isEmpty()) {
            return file.add(leaf.take(PageLayout.PAGE_SIZE));
        }
        endLeaf();
        for (int height = 0; ; height++) {
            List<Child> rest = branches.get(height).finish(file);
            if (height == branches.size() - 1 && rest.size() == 1) {
                return rest.get(0).page();
            }
            for (Child branch : rest) {
                addChild(height + 1, branch);
            }
        }
    }

    /** Writes the remaining pages and returns the value for the bucket of buckets; a small bucket is inlined. */
    byte[] finishBucket() throws IOException {
        if (branches.isEmpty() && leaf.size() <= MAX_INLINE) {
            ByteBuffer page = leaf.take(1);
            return ByteBuffer.allocate(PageLayout.BUCKET_HEADER + page.capacity())
                    .position(PageLayout.BUCKET_HEADER)
                    .put(page.clear())
                    .array();
        }
        return ByteBuffer.allocate(PageLayout.BUCKET_HEADER)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(0, finish())
                .array();
    }

    private void endLeaf() throws IOException {
        byte[] firstKey = leaf.firstKey();
        addChild(0, new Child(firstKey, file.add(leaf.take(PageLayout.PAGE_SIZE))));
    }

    private void addChild(int height, Child child) throws IOException {
        if (height == branches.size()) {
            branches.add(new BranchLevel());
        }
        Optional<Child> full = branches.get(height).add(child, file);
        if (full.isPresent()) {
            addChild(height + 1, full.get());
        }
    }

    private void check(byte[] key, byte[] value) {
        if (key.length == 0 || key.length > PageLayout.MAX_KEY) {
            throw new IllegalArgumentException(
                    "key of " + key.length + " bytes (expected: 1-" + PageLayout.MAX_KEY + ")");
        }
        if (Arrays.compareUnsigned(lastKey, key) >= 0) {
            HexFormat hex = HexFormat.of();
            throw new IllegalArgumentException("key 0x" + hex.formatHex(key) + " (expected: a key after 0x"
                    + hex.formatHex(lastKey) + ", the previous key)");
        }
        int room = PageLayout.MAX_PAGE - PageLayout.HEADER - PageLayout.ELEMENT - key.length;
        if (value.length > room) {
            throw new IllegalArgumentException("value of " + value.length + " bytes (expected: 0-" + room + ")");
        }
    }
}
