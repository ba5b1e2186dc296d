package io.narrows.node.bolt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The branch pages of one height; the last ones are still being filled. Each gets at least two children, because bbolt
 * panics when it deletes from a branch's only child: a page is written only when two children are left for the next one.
 */
final class BranchLevel {
    private static final int MIN_CHILDREN = 2;

    /**
     * @param key first key of the child's subtree
     * @param page page id of the child
     */
    record Child(byte[] key, long page) {
        int size() {
            return PageLayout.ELEMENT + key.length;
        }
    }

    private final List<Child> children = new ArrayList<>();
    private long size = PageLayout.HEADER;

    /**
     * Appends a child.
     *
     * @return the branch that became full and was written, if any
     */
    Optional<Child> add(Child child, PageFile file) throws IOException {
        children.add(child);
        size += child.size();
        if (size <= PageLayout.PAGE_SIZE) {
            return Optional.empty();
        }
        int fitting = fitting();
        return children.size() - fitting < MIN_CHILDREN ? Optional.empty() : Optional.of(write(fitting, file));
    }

    /** Writes the remaining one or two branches. */
    List<Child> finish(PageFile file) throws IOException {
        List<Child> written = new ArrayList<>();
        if (size > PageLayout.PAGE_SIZE && children.size() >= 2 * MIN_CHILDREN) {
            written.add(write(Math.min(fitting(), children.size() - MIN_CHILDREN), file));
        }
        written.add(write(children.size(), file));
        return written;
    }

    /** Returns how many of the first children fit into a page; at least two, which may take several pages. */
    private int fitting() {
        int count = 0;
        long used = PageLayout.HEADER;
        while (count < children.size() && used + children.get(count).size() <= PageLayout.PAGE_SIZE) {
            used += children.get(count).size();
            count++;
        }
        return Math.max(count, MIN_CHILDREN);
    }

    private Child write(int count, PageFile file) throws IOException {
        List<Child> first = children.subList(0, count);
        Child branch = new Child(first.get(0).key(), file.add(encode(first)));
        size -= first.stream().mapToLong(Child::size).sum();
        first.clear();
        return branch;
    }

    private static ByteBuffer encode(List<Child> children) {
        int size = PageLayout.HEADER + children.stream().mapToInt(Child::size).sum();
        int pages = (size + PageLayout.PAGE_SIZE - 1) / PageLayout.PAGE_SIZE;
        ByteBuffer page = ByteBuffer.allocate(pages * PageLayout.PAGE_SIZE).order(ByteOrder.LITTLE_ENDIAN);
        page.putShort(PageLayout.FLAGS, (short) PageLayout.BRANCH).putShort(PageLayout.COUNT, (short) children.size());
        int element = PageLayout.HEADER;
        int data = PageLayout.HEADER + children.size() * PageLayout.ELEMENT;
        for (Child child : children) {
            page.putInt(element + PageLayout.BRANCH_POSITION, data - element);
            page.putInt(element + PageLayout.BRANCH_KEY_SIZE, child.key().length);
            page.putLong(element + PageLayout.BRANCH_CHILD, child.page());
            page.position(data).put(child.key());
            element += PageLayout.ELEMENT;
            data = page.position();
        }
        return page;
    }
}
