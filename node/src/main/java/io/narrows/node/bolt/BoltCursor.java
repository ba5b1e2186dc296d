package io.narrows.node.bolt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A cursor over a bucket, in key order. The data of an entry is valid until the next one. Not thread-safe. */
final class BoltCursor {
    /** A bbolt tree with two children per branch would need more pages than a file can have. */
    private static final int MAX_HEIGHT = 32;

    /** A page on the path from the root, and the index of its next element. */
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
    private @Nullable Page leaf;
    private int index;
    private byte[] key = {};

    private BoltCursor(Pages pages) {
        this.pages = pages;
    }

    /**
     * Returns a cursor before the first entry of a tree.
     *
     * @param referrer file offset of the root's id
     */
    static BoltCursor at(Pages pages, long root, long referrer) throws IOException {
        BoltCursor cursor = new BoltCursor(pages);
        cursor.descend(root, referrer);
        return cursor;
    }

    /** Moves to the next entry; returns false at the end. */
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

    /** Returns the value, big-endian. */
    ByteBuffer value() {
        return leaf().value(index);
    }

    /** Returns whether the entry is a bucket; if so, it has a {@link #bucket} and no value. */
    boolean isBucket() {
        return leaf().isBucket(index);
    }

    /** Returns a cursor before the first entry of this entry's bucket. */
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
        return root == 0 ? inline(value) : at(pages, root, leaf().valueOffset(index));
    }

    CorruptBoltException corrupt(String problem) {
        return corrupt(problem, null);
    }

    /** Returns an exception with the file offset of the entry. */
    CorruptBoltException corrupt(String problem, @Nullable Throwable cause) {
        return new CorruptBoltException(pages.file().path(), leaf().elementOffset(index), problem, cause);
    }

    private BoltCursor inline(ByteBuffer value) throws IOException {
        int least = PageLayout.BUCKET_HEADER + PageLayout.HEADER;
        if (value.limit() < least) {
            throw corrupt(
                    "bucket of " + value.limit() + " bytes (expected: at least " + least + ", because it has no page)");
        }
        ByteBuffer bytes = value.slice(PageLayout.BUCKET_HEADER, value.limit() - PageLayout.BUCKET_HEADER)
                .order(ByteOrder.LITTLE_ENDIAN);
        BoltCursor cursor = new BoltCursor(pages);
        cursor.path.push(
                new Step(Page.of(pages.file().path(), leaf().valueOffset(index) + PageLayout.BUCKET_HEADER, bytes)));
        return cursor;
    }

    private Page leaf() {
        return Objects.requireNonNull(leaf, "no entry yet");
    }

    private void descend(long id, long referrer) throws IOException {
        if (path.size() == MAX_HEIGHT) {
            throw new CorruptBoltException(
                    pages.file().path(), referrer, "tree with more than " + MAX_HEIGHT + " levels");
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
            throw corrupt("key 0x" + hex.formatHex(key) + " (expected: a key after 0x" + hex.formatHex(previous) + ")");
        }
    }
}
