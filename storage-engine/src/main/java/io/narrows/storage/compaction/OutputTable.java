package io.narrows.storage.compaction;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.TableProperties;
import io.narrows.storage.sst.TableWriter;
import io.narrows.storage.version.FileMetadata;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An output file under construction, with its metadata for the MANIFEST. */
final class OutputTable implements AutoCloseable {
    /** Trailer of an exclusive largest key, at the end of a range deletion. */
    private static final long END_OF_RANGE = InternalKey.trailer(InternalKey.MAX_SEQUENCE, EntryType.RANGE_DELETE);

    private final long number;
    private final TableWriter writer;
    private final PropertiesCollector collector;

    /** An internal key, like {@link #largest}; null until the first entry. */
    private byte @Nullable [] smallest;

    private byte @Nullable [] largest;
    private long smallestSequence = InternalKey.MAX_SEQUENCE;
    private long largestSequence;

    OutputTable(long number, TableWriter writer, PropertiesCollector collector) {
        this.number = number;
        this.writer = writer;
        this.collector = collector;
    }

    void add(Slice userKey, long trailer, Slice value) throws IOException {
        EntryType type = InternalKey.type(trailer);
        long sequence = InternalKey.sequence(trailer);
        writer.add(userKey, sequence, type, value);
        collector.add(userKey, sequence, type, value);
        if (smallest == null) {
            smallest = InternalKey.of(userKey, trailer);
        }
        addSequence(sequence);
    }

    /**
     * Adds a range deletion after the last entry. Extends the file's bounds by the range, so that reads of its keys include
     * the file.
     */
    void addTombstone(RangeTombstone tombstone) {
        takeLargestEntry();
        writer.deleteRange(tombstone.begin(), tombstone.end(), tombstone.sequence());
        byte[] begin =
                InternalKey.of(tombstone.begin(), InternalKey.trailer(tombstone.sequence(), EntryType.RANGE_DELETE));
        byte[] end = InternalKey.of(tombstone.end(), END_OF_RANGE);
        if (smallest == null || compare(begin, smallest) < 0) {
            smallest = begin;
        }
        if (largest == null || compare(end, largest) > 0) {
            largest = end;
        }
        addSequence(tombstone.sequence());
    }

    private void takeLargestEntry() {
        if (largest == null && smallest != null) {
            largest = writer.lastKey().toByteArray();
        }
    }

    private void addSequence(long sequence) {
        smallestSequence = Math.min(smallestSequence, sequence);
        largestSequence = Math.max(largestSequence, sequence);
    }

    private static int compare(byte[] a, byte[] b) {
        return InternalKey.compare(a, 0, a.length, b, 0, b.length);
    }

    /** Returns the size of the file so far in bytes, without blocks still to be compressed. */
    long bytes() {
        return writer.fileSize();
    }

    /** Completes the file and forces it to disk. */
    FileMetadata finish(long epoch) throws IOException {
        takeLargestEntry();
        collector.finish().forEach(writer::describe);
        TableProperties properties = writer.finish();
        long size = writer.fileSize();
        return FileMetadata.of(
                        number,
                        size,
                        Slice.of(Objects.requireNonNull(smallest)),
                        Slice.of(Objects.requireNonNull(largest)),
                        smallestSequence,
                        largestSequence,
                        epoch)
                .withTailSize(size - properties.tailStart());
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
