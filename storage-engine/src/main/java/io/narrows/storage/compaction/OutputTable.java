package io.narrows.storage.compaction;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.TableProperties;
import io.narrows.storage.sst.TableWriter;
import io.narrows.storage.version.FileMetadata;
import java.io.IOException;

/** A file that comes to be, and what the MANIFEST will say of it. */
final class OutputTable implements AutoCloseable {
    /** The trailer of a largest key that is not in the file itself: that is where a range deletion ends. */
    private static final long END_OF_RANGE = InternalKey.trailer(InternalKey.MAX_SEQUENCE, EntryType.RANGE_DELETE);

    private final long number;
    private final TableWriter writer;

    /** An internal key, as {@link #largest}; null as long as there is none. */
    private byte[] smallest;

    private byte[] largest;
    private long smallestSequence = InternalKey.MAX_SEQUENCE;
    private long largestSequence;

    OutputTable(long number, TableWriter writer) {
        this.number = number;
        this.writer = writer;
    }

    void add(Slice userKey, long trailer, Slice value) throws IOException {
        writer.add(userKey, InternalKey.sequence(trailer), InternalKey.type(trailer), value);
        if (smallest == null) {
            smallest = InternalKey.of(userKey, trailer);
        }
        addSequence(InternalKey.sequence(trailer));
    }

    /** After the last entry. The file's bounds grow by the range, so that it is asked for all keys of it. */
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

    /** Bytes of the file so far, without what is still to be compressed. */
    long bytes() {
        return writer.fileSize();
    }

    /** Writes the rest; the file is whole and on disk then. */
    FileMetadata finish(long epoch) throws IOException {
        takeLargestEntry();
        TableProperties properties = writer.finish();
        long size = writer.fileSize();
        return FileMetadata.of(
                        number, size, Slice.of(smallest), Slice.of(largest), smallestSequence, largestSequence, epoch)
                .withTailSize(size - properties.tailStart());
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
