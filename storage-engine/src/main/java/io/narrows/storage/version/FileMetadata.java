package io.narrows.storage.version;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;

/**
 * What a MANIFEST says of a live SST file. Immutable: the bytes of the keys must not change.
 *
 * @param number names the file, {@link FileNames#table}
 * @param size in bytes, of the whole file
 * @param smallest the internal key before which it holds nothing, range tombstones included
 * @param largest the internal key behind which it holds nothing, range tombstones included
 * @param smallestSequence of all entries and range tombstones
 * @param largestSequence of all entries and range tombstones; of a file that was ingested, the one of all its keys
 * @param epoch orders the files of level 0: the higher one is the newer; 0 when it is not known
 * @param oldestAncestorTime seconds since 1970 at which the oldest data was flushed; 0 when it is not known
 * @param creationTime seconds since 1970; 0 when it is not known
 * @param tailSize bytes behind the last data block; 0 when it is not known
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
    /** The trailer of a largest key that is itself not in the file: a range tombstone ends there. */
    private static final long END_OF_RANGE = InternalKey.trailer(InternalKey.MAX_SEQUENCE, EntryType.RANGE_DELETE);

    /** @throws IllegalArgumentException when a key is shorter than a trailer, or a number is negative or too large */
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

    /** One of which neither times nor tail are known. */
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

    /** The last user key, or the first behind the file when {@link #largestIsExclusive()}. */
    public Slice largestUserKey() {
        return userKey(largest);
    }

    /** Whether the file ends before its largest user key. */
    public boolean largestIsExclusive() {
        return InternalKey.trailerBefore(largest.array(), largest.end()) == END_OF_RANGE;
    }

    /** Whether it may hold something of a user key from {@code begin} to {@code end}, both included; null is open. */
    public boolean overlaps(Slice begin, Slice end) {
        return (begin == null || !endsBefore(begin))
                && (end == null || smallestUserKey().compareTo(end) <= 0);
    }

    /** Whether all that it may hold comes before a user key. */
    public boolean endsBefore(Slice userKey) {
        int order = largestUserKey().compareTo(userKey);
        return order < 0 || order == 0 && largestIsExclusive();
    }

    private static Slice userKey(Slice internal) {
        return new Slice(internal.array(), internal.offset(), internal.length() - InternalKey.TRAILER);
    }
}
