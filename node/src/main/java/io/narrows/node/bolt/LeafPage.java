package io.narrows.node.bolt;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** The leaf being filled. An entry larger than a page gets its own leaf of several pages. */
final class LeafPage {
    private record Entry(int flags, byte[] key, byte[] value) {}

    private final List<Entry> entries = new ArrayList<>();
    private long size = PageLayout.HEADER;

    boolean isEmpty() {
        return entries.isEmpty();
    }

    boolean hasRoomFor(byte[] key, byte[] value) {
        return size + sizeOf(key, value) <= PageLayout.PAGE_SIZE;
    }

    void add(int flags, byte[] key, byte[] value) {
        entries.add(new Entry(flags, key, value));
        size += sizeOf(key, value);
    }

    byte[] firstKey() {
        return entries.get(0).key();
    }

    /** Returns the used bytes, including the header. */
    long size() {
        return size;
    }

    /**
     * Returns the page without its id and clears this one; its length is {@link #size} rounded up to a multiple of
     * {@code multiple}.
     */
    ByteBuffer take(int multiple) {
        int length = Math.toIntExact((size + multiple - 1) / multiple * multiple);
        ByteBuffer page = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        page.putShort(PageLayout.FLAGS, (short) PageLayout.LEAF).putShort(PageLayout.COUNT, (short) entries.size());
        int element = PageLayout.HEADER;
        int data = PageLayout.HEADER + entries.size() * PageLayout.ELEMENT;
        for (Entry entry : entries) {
            page.putInt(element + PageLayout.LEAF_FLAGS, entry.flags());
            page.putInt(element + PageLayout.LEAF_POSITION, data - element);
            page.putInt(element + PageLayout.LEAF_KEY_SIZE, entry.key().length);
            page.putInt(element + PageLayout.LEAF_VALUE_SIZE, entry.value().length);
            page.position(data).put(entry.key()).put(entry.value());
            element += PageLayout.ELEMENT;
            data = page.position();
        }
        entries.clear();
        size = PageLayout.HEADER;
        return page;
    }

    private static long sizeOf(byte[] key, byte[] value) {
        return (long) PageLayout.ELEMENT + key.length + value.length;
    }
}
