package io.narrows.node.bolt;

import io.narrows.storage.file.InterruptSafeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads pages of an open file by id. */
final class Pages {
    /** Pages 0 and 1 are the metas. */
    private static final long FIRST = 2;

    private final InterruptSafeFile file;
    private final int pageSize;
    private final long count;

    /** @param count first unused id; the file is at least that long */
    Pages(InterruptSafeFile file, int pageSize, long count) {
        this.file = file;
        this.pageSize = pageSize;
        this.count = count;
    }

    InterruptSafeFile file() {
        return file;
    }

    /**
     * Reads a page of a tree.
     *
     * @param referrer file offset of the reference to the page
     * @param visited pages of the tree read so far; this page is added
     */
    Page read(long id, long referrer, VisitedPages visited) throws IOException {
        if (id < FIRST || id >= count) {
            throw new CorruptBoltException(
                    file.path(),
                    referrer,
                    "page " + Long.toUnsignedString(id) + " (expected: " + FIRST + "-" + (count - 1) + ")");
        }
        long offset = id * pageSize;
        ByteBuffer first = read(offset, pageSize);
        long length = length(first, id, offset);
        if (!visited.add(id, length)) {
            throw new CorruptBoltException(file.path(), referrer, "page " + id + " occurs twice in the tree");
        }
        return Page.of(file.path(), offset, length == 1 ? first : read(offset, (int) length * pageSize));
    }

    /** Returns the number of ids that the page occupies. */
    private long length(ByteBuffer page, long id, long offset) throws CorruptBoltException {
        if (page.getLong(PageLayout.ID) != id) {
            throw new CorruptBoltException(
                    file.path(),
                    offset,
                    "a page whose header has page number " + Long.toUnsignedString(page.getLong(PageLayout.ID))
                            + " (expected: " + id + ")");
        }
        boolean branch = page.getShort(PageLayout.FLAGS) == PageLayout.BRANCH;
        int most = (branch ? PageLayout.MAX_BRANCH_PAGE : PageLayout.MAX_PAGE) / pageSize;
        long length = 1 + Integer.toUnsignedLong(page.getInt(PageLayout.OVERFLOW));
        if (length > Math.min(count - id, most)) {
            throw new CorruptBoltException(
                    file.path(),
                    offset + PageLayout.OVERFLOW,
                    "page that overflows into " + (length - 1) + " further pages (expected: 0-"
                            + (Math.min(count - id, most) - 1) + ")");
        }
        return length;
    }

    private ByteBuffer read(long offset, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        int read = file.read(bytes, offset);
        if (read < length) {
            throw new CorruptBoltException(
                    file.path(),
                    offset + read,
                    "the file ends too early (expected: " + (length - read) + " more bytes)");
        }
        return bytes.clear();
    }
}
