package io.narrows.node.bolt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The branches of one height, of which the last ones are being filled. Each gets two children at least: bbolt panics when it deletes from
 * the only child of a branch. So a page is written only when two children are left for the next one.
 */
final class BranchLevel {
    private static final int MIN_CHILDREN = 2;

    /**
     * @param key the first one of its tree
     * @param page its id
     */
    record Child(byte[] key, long page) {
        int size() {
            return PageLayout.ELEMENT + key.length;
        }
    }

    private final List<Child> children = new ArrayList<>();
    private long size = PageLayout.HEADER;

    /**
     * Adds a child behind the others.
     *
     * @return the branch that was full by it and has been written
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

    /** Writes what is left: one branch, or two. */
    List<Child> finish(PageFile file) throws IOException {
        List<Child> written = new ArrayList<>();
        if (size > PageLayout.PAGE_SIZE && children.size() >= 2 * MIN_CHILDREN) {
            written.add(write(Math.min(fitting(), children.size() - MIN_CHILDREN), file));
        }
        written.add(write(children.size(), file));
        return written;
    }

    /** How many of the first children have room in a page; two have it always, if need be in more pages than one. */
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
