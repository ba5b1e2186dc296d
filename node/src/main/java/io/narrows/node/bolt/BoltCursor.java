package io.narrows.node.bolt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;

/** Walks a bucket in the order of its keys. What it returns of an entry is good until the next one. One thread. */
final class BoltCursor {
    /** A tree of bbolt with two children in each branch has more pages than a file can have. */
    private static final int MAX_HEIGHT = 32;

    /** A page on the way from the root, and which of its elements is next. */
    private static final class Step {
        private final Page page;
        private int next;

        private Step(Page page) {
            this.page = page;
        }
    }

    private final Pages pages;
    private final VisitedPages visited = new VisitedPages();
    private final Deque<Step> path = new ArrayDeque<>();
    private Page leaf;
    private int index;
    private byte[] key = {};

    private BoltCursor(Pages pages) {
        this.pages = pages;
    }

    /**
     * Before the first entry of a tree.
     *
     * @param referrer where in the file the root's id stands
     */
    static BoltCursor at(Pages pages, long root, long referrer) throws IOException {
        BoltCursor cursor = new BoltCursor(pages);
        cursor.descend(root, referrer);
        return cursor;
    }

    /** Moves to the next entry; false when there is none. */
    boolean next() throws IOException {
        while (!path.isEmpty()) {
            Step step = path.peek();
            if (step.next == step.page.count()) {
                path.pop();
                continue;
            }
            int element = step.next++;
            if (step.page.isLeaf()) {
                take(step.page, element);
                return true;
            }
            descend(step.page.child(element), step.page.elementOffset(element) + PageLayout.BRANCH_CHILD);
        }
        return false;
    }

    byte[] key() {
        return key;
    }

    /** Big-endian. */
    ByteBuffer value() {
        return leaf.value(index);
    }

    /** Whether the entry is a bucket: {@link #bucket}, and no value. */
    boolean isBucket() {
        return leaf.isBucket(index);
    }

    /** Before the first entry of the bucket that this entry is. */
    BoltCursor bucket() throws IOException {
        if (!isBucket()) {
            throw corrupt("a value (expected: a bucket)");
        }
        ByteBuffer value = value().order(ByteOrder.LITTLE_ENDIAN);
        if (value.limit() < PageLayout.BUCKET_HEADER) {
            throw corrupt(
                    "bucket of " + value.limit() + " bytes (expected: at least " + PageLayout.BUCKET_HEADER + ")");
        }
        long root = value.getLong(0);
        return root == 0 ? inline(value) : at(pages, root, leaf.valueOffset(index));
    }

    CorruptBoltException corrupt(String problem) {
        return corrupt(problem, null);
    }

    /** An exception with the place of the entry. */
    CorruptBoltException corrupt(String problem, Throwable cause) {
        return new CorruptBoltException(pages.file().path(), leaf.elementOffset(index), problem, cause);
    }

    private BoltCursor inline(ByteBuffer value) throws IOException {
        int least = PageLayout.BUCKET_HEADER + PageLayout.HEADER;
        if (value.limit() < least) {
            throw corrupt(
                    "bucket of " + value.limit() + " bytes (expected: at least " + least + ", for it has no page)");
        }
        ByteBuffer bytes = value.slice(PageLayout.BUCKET_HEADER, value.limit() - PageLayout.BUCKET_HEADER)
                .order(ByteOrder.LITTLE_ENDIAN);
        BoltCursor cursor = new BoltCursor(pages);
        cursor.path.push(
                new Step(Page.of(pages.file().path(), leaf.valueOffset(index) + PageLayout.BUCKET_HEADER, bytes)));
        return cursor;
    }

    private void descend(long id, long referrer) throws IOException {
        if (path.size() == MAX_HEIGHT) {
            throw new CorruptBoltException(
                    pages.file().path(), referrer, "tree of more than " + MAX_HEIGHT + " levels");
        }
        path.push(new Step(pages.read(id, referrer, visited)));
    }

    private void take(Page page, int element) throws CorruptBoltException {
        byte[] previous = key;
        leaf = page;
        index = element;
        key = page.key(element);
        if (Arrays.compareUnsigned(previous, key) >= 0) {
            HexFormat hex = HexFormat.of();
            throw corrupt("key 0x" + hex.formatHex(key) + " (expected: one behind 0x" + hex.formatHex(previous) + ")");
        }
    }
}
