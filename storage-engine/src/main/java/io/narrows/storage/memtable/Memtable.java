package io.narrows.storage.memtable;

import io.narrows.storage.Entry;
import io.narrows.storage.EntryType;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Entries of one column family that are in no file yet. One thread at a time adds, each after the one before it as a lock
 * would have it; any number read meanwhile and need no lock. What was added is never changed or removed: it goes when the
 * whole memtable does.
 *
 * <p>Keys and values are copied. What is read is a view of that copy, which stays as it is but keeps up to 256 KiB of its
 * neighbours from being freed.
 */
public final class Memtable {
    private static final long ALL_TYPES = 0xff;

    /** After so many entries it is looked what their keys have in common. */
    private static final int LEARNING = 1024;

    private final EntryArena arena = new EntryArena();
    private volatile SkipList list = new SkipList(arena, KeyOrder.PLAIN);
    private int points;
    private final Tombstones tombstones = new Tombstones();
    private final AtomicLong entries = new AtomicLong();
    private final AtomicLong memoryBytes = new AtomicLong(list.memoryBytes());
    private final AtomicLong smallestSequence = new AtomicLong(InternalKey.MAX_SEQUENCE);
    private final AtomicLong largestSequence = new AtomicLong();

    /**
     * Adds an entry, which readers see from then on.
     *
     * @throws IllegalArgumentException when the sequence number is not within 0 to {@link InternalKey#MAX_SEQUENCE}, the
     *     type is that of a range delete, the key has an entry with that sequence number and type, or key and value
     *     together are too large for an array
     */
    public void add(long sequence, EntryType type, Slice key, Slice value) {
        if (type == EntryType.RANGE_DELETE) {
            throw new IllegalArgumentException("a range delete of one key, " + key + " (expected: deleteRange)");
        }
        long trailer = InternalKey.trailer(sequence, type);
        list.insert(key, trailer, arena.store(trailer, key, value));
        if (++points == LEARNING) {
            list = list.withLearntOrder();
        }
        count(sequence);
    }

    /**
     * Adds a range delete; nothing when {@code begin} is not before {@code end}.
     *
     * @throws IllegalArgumentException when the sequence number is not within 0 to {@link InternalKey#MAX_SEQUENCE}
     */
    public void deleteRange(long sequence, Slice begin, Slice end) {
        InternalKey.checkSequence(sequence);
        if (begin.compareTo(end) < 0) {
            tombstones.add(new RangeTombstone(Slice.of(begin.toByteArray()), Slice.of(end.toByteArray()), sequence));
            count(sequence);
        }
    }

    /**
     * The youngest entry of a key that is not younger than a sequence number; null when there is none. Range deletes are
     * not looked at.
     */
    public Entry get(Slice key, long atSequence) {
        SkipList current = list;
        int node = current.ceiling(key, atSequence << Byte.SIZE | ALL_TYPES);
        if (node == Nodes.NONE) {
            return null;
        }
        long address = current.address(node);
        if (!arena.hasKey(address, key)) {
            return null;
        }
        long trailer = arena.trailer(address);
        return new Entry(InternalKey.type(trailer), InternalKey.sequence(trailer), arena.value(address));
    }

    /**
     * Walks all entries but range deletes. Each move sees what had been added before it. Its {@code prev} is a search, as
     * its {@code seek} is; {@code next} is not.
     */
    public InternalIterator iterator() {
        return new MemtableIterator(this, arena);
    }

    /** The range deletes so far, in the order in which they were added. The list is immutable. */
    public List<RangeTombstone> rangeTombstones() {
        return tombstones.all();
    }

    /** Bytes that it takes on the heap. */
    public long memoryBytes() {
        return memoryBytes.getAcquire();
    }

    /** How many were added, range deletes included. */
    public long entries() {
        return entries.getAcquire();
    }

    /** Whether it has neither entries nor range deletes. */
    public boolean isEmpty() {
        return entries() == 0;
    }

    /** The lowest sequence number in it, range deletes included; {@link InternalKey#MAX_SEQUENCE} when it is empty. */
    public long smallestSequence() {
        return smallestSequence.getAcquire();
    }

    /** The highest sequence number in it, range deletes included; 0 when it is empty. */
    public long largestSequence() {
        return largestSequence.getAcquire();
    }

    /** The list that entries are added to; another one once the keys are known. */
    SkipList list() {
        return list;
    }

    private void count(long sequence) {
        if (sequence < smallestSequence.getPlain()) {
            smallestSequence.setRelease(sequence);
        }
        if (sequence > largestSequence.getPlain()) {
            largestSequence.setRelease(sequence);
        }
        memoryBytes.setRelease(arena.memoryBytes() + list.memoryBytes() + tombstones.memoryBytes());
        entries.setRelease(entries.getPlain() + 1);
    }
}
