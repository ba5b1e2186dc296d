package io.narrows.node.raftlog;

import io.narrows.storage.file.InterruptSafeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the entries of a segment file, and distinguishes an unfinished last write from damage.
 *
 * <p>A batch is written only after the previous one was forced. A record n that is not intact therefore belongs to a write
 * that was never forced, unless it is followed by an intact record of a batch that starts after n.
 */
final class SegmentScan {
    private static final int CHUNK_BYTES = 64 << 10;

    private final Path file;
    private final long first;
    private final long size;
    private final ReadWindow window;
    private final Positions positions = new Positions();
    private final List<Long> configurations = new ArrayList<>();
    private int end;
    private boolean torn;

    /**
     * @param first first index of the segment
     * @param last whether this is the log's last file
     * @throws DamagedLogException if a forced entry was lost
     */
    SegmentScan(Path file, long first, InterruptSafeFile source, boolean last) throws IOException {
        this.file = file;
        this.first = first;
        this.size = source.size();
        if (size > Integer.MAX_VALUE) {
            throw new IOException(
                    file + ": " + size + " bytes (expected: at most " + Integer.MAX_VALUE + "); not a log segment");
        }
        this.window = new ReadWindow(source, size);
        readIntact();
        judgeRest(last);
    }

    private void readIntact() throws IOException {
        for (LogRecord found = recordAt(end);
                found != null && found.index() == first + positions.count();
                found = recordAt(end)) {
            if (EntryCodec.isConfiguration(found.kind())) {
                configurations.add(found.index());
            }
            positions.add(end);
            end += found.length();
        }
    }

    private void judgeRest(boolean last) throws IOException {
        if (isBlank()) {
            return;
        }
        long damaged = first + positions.count();
        for (int position = end; position < size; position++) {
            LogRecord found = recordAt(position);
            if (found != null && found.batchFirst() > damaged) {
                throw DamagedLogException.followedBy(file, end, damaged, found);
            }
        }
        if (!last) {
            throw DamagedLogException.notLast(file, end, damaged);
        }
        torn = true;
    }

    private boolean isBlank() throws IOException {
        for (long position = end; position < size; position += CHUNK_BYTES) {
            ByteBuffer chunk =
                    Objects.requireNonNull(window.at(position, (int) Math.min(CHUNK_BYTES, size - position)));
            while (chunk.hasRemaining()) {
                if (chunk.get() != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    private @Nullable LogRecord recordAt(int position) throws IOException {
        ByteBuffer magic = window.at(position, Integer.BYTES);
        if (magic == null || !LogRecord.hasMagic(magic)) {
            return null;
        }
        ByteBuffer header = window.at(position, LogRecord.HEADER_BYTES);
        if (header == null) {
            return null;
        }
        int length = LogRecord.announcedLength(header);
        if (length < 0 || length > size - position - LogRecord.HEADER_BYTES) {
            return null;
        }
        ByteBuffer whole = window.at(position, LogRecord.HEADER_BYTES + length);
        return whole == null ? null : LogRecord.verified(whole, first, position);
    }

    Positions positions() {
        return positions;
    }

    /** Returns the indices of membership entries. */
    List<Long> configurations() {
        return configurations;
    }

    /** Returns the offset after the last entry. */
    int end() {
        return end;
    }

    long size() {
        return size;
    }

    /** Returns whether something other than zeros follows the last entry. */
    boolean isTorn() {
        return torn;
    }
}
