package io.narrows.node.bolt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Takes pages in the order of their ids, and writes many at once. */
final class PageFile {
    private static final int BUFFER = 64 * PageLayout.PAGE_SIZE;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    private long pages;

    PageFile(FileChannel channel) {
        this.channel = channel;
    }

    /** How many were added: the id of the next one. */
    long pages() {
        return pages;
    }

    /**
     * Adds a page, and gives it its id.
     *
     * @param page little-endian, from its header on; as long as one page or several
     * @return its id
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

    /** Writes what was added since. */
    void flush() throws IOException {
        writeAll(buffer.flip());
        buffer.clear();
    }

    /** Writes a page in place of one that is written. */
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
