package io.narrows.node.raftlog;

import io.narrows.node.file.Directories;
import io.narrows.storage.file.InterruptSafeFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A file of the log, named after its first entry. One thread writes; {@link #read} may run concurrently with {@link #write},
 * but with no other method.
 */
final class LogSegment implements Closeable {
    private final Path file;
    private final SegmentSizes sizes;
    private final long first;
    private final InterruptSafeFile reading;
    private final Positions positions;
    private final Preallocation preallocation;
    private int end;

    /** Null until the first write: a log may have many segments, and all but one are only read. */
    private @Nullable InterruptSafeFile writing;

    private LogSegment(
            Path file,
            SegmentSizes sizes,
            long first,
            InterruptSafeFile reading,
            @Nullable InterruptSafeFile writing,
            Positions positions,
            int end,
            long size) {
        this.file = file;
        this.sizes = sizes;
        this.first = first;
        this.reading = reading;
        this.writing = writing;
        this.positions = positions;
        this.end = end;
        this.preallocation = new Preallocation(sizes.aheadBytes(), size);
    }

    /** Creates an empty segment, whose name is on disk. */
    static LogSegment create(Path directory, SegmentSizes sizes, long first) throws IOException {
        Path file = SegmentFiles.of(directory, first);
        InterruptSafeFile writing = InterruptSafeFile.create(file);
        try {
            Directories.force(directory);
            return new LogSegment(file, sizes, first, InterruptSafeFile.open(file), writing, new Positions(), 0, 0);
        } catch (IOException e) {
            writing.close();
            throw e;
        }
    }

    /** Opens a segment that was scanned. */
    static LogSegment open(Path file, SegmentSizes sizes, long first, InterruptSafeFile reading, SegmentScan scan) {
        return new LogSegment(file, sizes, first, reading, null, scan.positions(), scan.end(), scan.size());
    }

    long first() {
        return first;
    }

    /** Returns the index after the last entry. */
    long next() {
        return first + positions.count();
    }

    /** Returns the offset after the last entry. */
    int end() {
        return end;
    }

    /** Returns the size of the file in bytes. May be called during {@link #write}, but not during other changes. */
    long fileBytes() {
        return Math.max(preallocation.size(), end);
    }

    boolean isFull() {
        return end >= sizes.maxBytes();
    }

    /** @throws DamagedLogException if the entry is damaged */
    StoredEntry read(long index) throws IOException {
        int ordinal = (int) (index - first);
        int start = positions.get(ordinal);
        int behind = ordinal + 1 < positions.count() ? positions.get(ordinal + 1) : end;
        ByteBuffer bytes = ByteBuffer.allocate(behind - start);
        reading.read(bytes, start);
        bytes.flip();
        LogRecord found = bytes.limit() < behind - start ? null : LogRecord.verified(bytes, first, start);
        if (found == null || found.index() != index) {
            throw DamagedLogException.unreadable(file, start, index);
        }
        return new StoredEntry(found, bytes.position(LogRecord.HEADER_BYTES).slice());
    }

    /** Appends entries and forces them; they are not readable before {@link #publish}. */
    void write(LogBatch batch) throws IOException {
        InterruptSafeFile target = writing();
        preallocation.extend(target, (long) end + batch.size());
        target.write(batch.bytes(), end);
        target.force(false);
    }

    void publish(LogBatch batch) {
        Positions added = batch.positions();
        for (int i = 0; i < added.count(); i++) {
            positions.add(added.get(i));
        }
        end += batch.size();
    }

    /** Truncates the segment from an entry on, including anything after the last entry; returns when that is on disk. */
    void cut(long from) throws IOException {
        if (from < next()) {
            int kept = (int) (from - first);
            end = positions.get(kept);
            positions.keep(kept);
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(end);
            channel.force(true);
        }
        preallocation.cut(end);
    }

    /** Forces data that an earlier process may have written without a force. */
    void force() throws IOException {
        writing().force(true);
    }

    private InterruptSafeFile writing() throws IOException {
        if (writing == null) {
            writing = InterruptSafeFile.openToWrite(file);
        }
        return writing;
    }

    private void closeWriting() throws IOException {
        if (writing != null) {
            writing.close();
            writing = null;
        }
    }

    /** Removes the zeros after the last entry, since no more entries will be written. */
    void seal() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(end);
        }
        preallocation.cut(end);
        closeWriting();
    }

    /** Renames an empty segment, which is closed, and returns it under its new name, which is on disk. */
    LogSegment renamed(long newFirst) throws IOException {
        Path renamed = SegmentFiles.beside(file, newFirst);
        close();
        Files.move(file, renamed, StandardCopyOption.ATOMIC_MOVE);
        Directories.forceParent(renamed);
        return new LogSegment(renamed, sizes, newFirst, InterruptSafeFile.open(renamed), null, new Positions(), 0, 0);
    }

    /** Deletes the file; returns when that is on disk. */
    void delete() throws IOException {
        close();
        Files.delete(file);
        Directories.forceParent(file);
    }

    @Override
    public void close() throws IOException {
        try {
            reading.close();
        } finally {
            closeWriting();
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
