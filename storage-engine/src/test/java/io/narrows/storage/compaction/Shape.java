package io.narrows.storage.compaction;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.InconsistentVersionException;
import io.narrows.storage.version.Version;
import io.narrows.storage.version.VersionEdit;
import java.util.List;

/** A version of files that need not exist. Their numbers are also their epochs and sequence numbers. */
final class Shape {
    private final VersionEdit edit = new VersionEdit();

    /** Adds a file from one user key to another, both inclusive. */
    Shape file(int level, long number, String smallest, String largest, long size) {
        return add(level, number, smallest, InternalKey.of(Slice.of(largest), put(number)), size);
    }

    /** Adds a file that ends with a range deletion before the second user key. */
    Shape fileBefore(int level, long number, String smallest, String end, long size) {
        long trailer = InternalKey.trailer(InternalKey.MAX_SEQUENCE, EntryType.RANGE_DELETE);
        return add(level, number, smallest, InternalKey.of(Slice.of(end), trailer), size);
    }

    private Shape add(int level, long number, String smallest, byte[] largest, long size) {
        Slice first = Slice.of(InternalKey.of(Slice.of(smallest), put(number)));
        edit.addFile(level, FileMetadata.of(number, size, first, Slice.of(largest), number, number, number));
        return this;
    }

    private static long put(long sequence) {
        return InternalKey.trailer(sequence, EntryType.PUT);
    }

    Version version() {
        try {
            return Version.EMPTY.apply(edit);
        } catch (InconsistentVersionException e) {
            throw new AssertionError(e);
        }
    }

    static List<Long> numbers(List<FileMetadata> files) {
        return files.stream().map(FileMetadata::number).toList();
    }
}
