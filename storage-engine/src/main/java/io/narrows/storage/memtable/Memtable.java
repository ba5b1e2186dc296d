package io.narrows.storage.memtable;

import io.narrows.storage.Entry;
import io.narrows.storage.EntryType;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one column family that are not in any file yet. Writes must be ordered as if by a lock; any number of
 * threads can read concurrently, without locks. Entries are never changed or removed individually: they are freed with
 * the whole memtable.
 *
 * <p>Keys and values are copied. Reads return stable views of that copy, which keep up to 256 KiB of neighboring
 * entries from being freed.
 */
public final class Memtable {
    private static final long ALL_TYPES = 0xff;

    /** Number of entries after which the common prefix of their keys is determined. */
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
     * @throws IllegalArgumentException if the sequence number is not within 0 to {@link InternalKey#MAX_SEQUENCE}, the type
     *     is that of a range delete, the key has an entry with that sequence number and type, or key and value together are
     *     too large for an array
     */
    public void add(long sequence, EntryType type, Slice key, Slice value) {
        if (type == EntryType.RANGE_DELETE) {
            throw new IllegalArgumentException(
                    "a range deletion added as a single key, " + key + " (expected: deleteRange)");
        }
        long trailer = InternalKey.trailer(sequence, type);
        list.insert(key, trailer, arena.store(trailer, key, value));
        if (++points == LEARNING) {
            list = list.withLearntOrder();
        }
        count(sequence);
    }

    /**
     * Adds a range delete; does nothing if {@code begin} is not before {@code end}.
     *
     * @throws IllegalArgumentException if the sequence number is not within 0 to {@link InternalKey#MAX_SEQUENCE}
     */
    public void deleteRange(long sequence, Slice begin, Slice end) {
        InternalKey.checkSequence(sequence);
        if (begin.compareTo(end) < 0) {
            tombstones.add(new RangeTombstone(Slice.of(begin.toByteArray()), Slice.of(end.toByteArray()), sequence));
            count(sequence);
        }
    }

    /** Returns the newest entry of a key up to a sequence number; null if there is none. Ignores range deletes. */
    public @Nullable Entry get(Slice key, long atSequence) {
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
     * Returns an iterator over all entries except range deletes. Each move sees all entries added before it.
     * {@code prev} is a search, like {@code seek}; {@code next} is not.
     */
    public InternalIterator iterator() {
        return new MemtableIterator(this, arena);
    }

    /** Returns the range deletes so far in order of addition. The list is immutable. */
    public List<RangeTombstone> rangeTombstones() {
        return tombstones.all();
    }

    /** Returns the heap memory in bytes. */
    public long memoryBytes() {
        return memoryBytes.getAcquire();
    }

    /** Returns the number of entries, range deletes included. */
    public long entries() {
        return entries.getAcquire();
    }

    /** Returns whether there are neither entries nor range deletes. */
    public boolean isEmpty() {
        return entries() == 0;
    }

    /** Returns the lowest sequence number, range deletes included; {@link InternalKey#MAX_SEQUENCE} if empty. */
    public long smallestSequence() {
        return smallestSequence.getAcquire();
    }

    /** Returns the highest sequence number, range deletes included; 0 if empty. */
    public long largestSequence() {
        return largestSequence.getAcquire();
    }

    /** Returns the list that entries are added to, which is replaced once the keys' common prefix is known. */
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
