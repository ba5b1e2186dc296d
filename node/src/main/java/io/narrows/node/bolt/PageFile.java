package io.narrows.node.bolt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Appends pages in id order, in batched writes. */
final class PageFile {
    private static final int BUFFER = 64 * PageLayout.PAGE_SIZE;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    private long pages;

    PageFile(FileChannel channel) {
        this.channel = channel;
    }

    /** Returns the number of pages added, i.e. the id of the next one. */
    long pages() {
        return pages;
    }

    /**
     * Appends a page and assigns its id.
     *
     * @param page one or several pages long, including its header, little-endian
     * @return the page's id
     */
    long add(ByteBuffer page) throws IOException {
        int length = page.capacity() / PageLayout.PAGE_SIZE;
        page.putLong(PageLayout.ID, pages).putInt(PageLayout.OVERFLOW, length - 1);
        page.clear();
        if (page.remaining() > buffer.remaining()) {
            flush();
        }
        if (page.remaining() > buffer.remaining()) {
            writeAll(page);
        } else {
            buffer.put(page);
        }
        long id = pages;
        pages += length;
        return id;
    }

    /** Writes the buffered pages. */
    void flush() throws IOException {
        writeAll(buffer.flip());
        buffer.clear();
    }

    /** Overwrites a page that was already written. */
    void replace(long id, ByteBuffer page) throws IOException {
        long offset = id * PageLayout.PAGE_SIZE;
        while (page.hasRemaining()) {
            channel.write(page, offset + page.position());
        }
    }

    private void writeAll(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
