package io.narrows.storage.version;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Metadata of a live SST file in the MANIFEST. Immutable: the bytes of the keys must not change.
 *
 * @param number determines the file name, see {@link FileNames#table}
 * @param size size of the whole file in bytes
 * @param smallest lower bound of its internal keys, range tombstones included
 * @param largest upper bound of its internal keys, range tombstones included
 * @param smallestSequence lowest sequence number of all entries and range tombstones
 * @param largestSequence highest sequence number of all entries and range tombstones; in an ingested file, all entries
 *     have this number
 * @param epoch orders the files of level 0, a higher one is newer; 0 if unknown
 * @param oldestAncestorTime when its oldest data was flushed, in seconds since 1970; 0 if unknown
 * @param creationTime in seconds since 1970; 0 if unknown
 * @param tailSize number of bytes after the last data block; 0 if unknown
 */
public record FileMetadata(
        long number,
        long size,
        Slice smallest,
        Slice largest,
        long smallestSequence,
        long largestSequence,
        long epoch,
        long oldestAncestorTime,
        long creationTime,
        long tailSize) {
    /** Trailer of an exclusive largest key: a range tombstone ends there. */
    private static final long END_OF_RANGE = InternalKey.trailer(InternalKey.MAX_SEQUENCE, EntryType.RANGE_DELETE);

    /** @throws IllegalArgumentException if a key is shorter than a trailer, or a number is negative or too large */
    public FileMetadata {
        checkKey("smallest", smallest);
        checkKey("largest", largest);
        InternalKey.checkSequence(smallestSequence);
        InternalKey.checkSequence(largestSequence);
        checkNumber("number", number);
        checkNumber("size", size);
        checkNumber("epoch", epoch);
        checkNumber("oldest ancestor time", oldestAncestorTime);
        checkNumber("creation time", creationTime);
        checkNumber("tail size", tailSize);
    }

    private static void checkKey(String name, Slice key) {
        if (key.length() < InternalKey.TRAILER) {
            throw new IllegalArgumentException("%s internal key of %d bytes (expected: %d or more)"
                    .formatted(name, key.length(), InternalKey.TRAILER));
        }
    }

    private static void checkNumber(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(
                    "%s of a file: %s (expected: 0-%d)".formatted(name, Long.toUnsignedString(value), Long.MAX_VALUE));
        }
    }

    /** Creates metadata with unknown times and tail size. */
    public static FileMetadata of(
            long number,
            long size,
            Slice smallest,
            Slice largest,
            long smallestSequence,
            long largestSequence,
            long epoch) {
        return new FileMetadata(number, size, smallest, largest, smallestSequence, largestSequence, epoch, 0, 0, 0);
    }

    public FileMetadata withEpoch(long newEpoch) {
        return new FileMetadata(
                number,
                size,
                smallest,
                largest,
                smallestSequence,
                largestSequence,
                newEpoch,
                oldestAncestorTime,
                creationTime,
                tailSize);
    }

    /** @see #tailSize() */
    public FileMetadata withTailSize(long newTailSize) {
        return new FileMetadata(
                number,
                size,
                smallest,
                largest,
                smallestSequence,
                largestSequence,
                epoch,
                oldestAncestorTime,
                creationTime,
                newTailSize);
    }

    public Slice smallestUserKey() {
        return userKey(smallest);
    }

    /** Returns the last user key, or the first one after the file if {@link #largestIsExclusive()}. */
    public Slice largestUserKey() {
        return userKey(largest);
    }

    /** Returns whether the largest user key is not itself in the file. */
    public boolean largestIsExclusive() {
        return InternalKey.trailerBefore(largest.array(), largest.end()) == END_OF_RANGE;
    }

    /**
     * Returns whether the file may have entries for user keys from {@code begin} to {@code end}, both inclusive; null
     * means unbounded.
     */
    public boolean overlaps(@Nullable Slice begin, @Nullable Slice end) {
        return (begin == null || !endsBefore(begin))
                && (end == null || smallestUserKey().compareTo(end) <= 0);
    }

    /** Returns whether all keys of the file are before a user key. */
    public boolean endsBefore(Slice userKey) {
        int order = largestUserKey().compareTo(userKey);
        return order < 0 || order == 0 && largestIsExclusive();
    }

    private static Slice userKey(Slice internal) {
        return new Slice(internal.array(), internal.offset(), internal.length() - InternalKey.TRAILER);
    }
}
