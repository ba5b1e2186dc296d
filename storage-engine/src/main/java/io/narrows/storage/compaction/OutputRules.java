package io.narrows.storage.compaction;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.iterate.RangeTombstones;
import io.narrows.storage.iterate.UnsupportedEntryException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the merged entries of a job and returns those to be written. Entries that are dropped are invisible to
 * all readers, both at the latest sequence number and at any snapshot.
 *
 * <ul>
 *   <li>Of the versions of a key within one stripe of {@linkplain Snapshots snapshots}, only the newest stays, unless a
 *       newer range deletion of the same stripe covers it.
 *   <li>A deletion that all readers see is dropped if nothing older can lie beneath.
 *   <li>At the bottommost level, entries that all readers see get sequence number 0: their age no longer matters, and equal
 *       numbers compress well.
 *   <li>A merge operand stays unchanged with everything beneath it, because only the merge operator can tell which part
 *       is needed. Like a value, it is dropped if something newer of its stripe hides it.
 * </ul>
 *
 * <p>A {@linkplain CompactionFilter filter} may drop further values, or turn them into deletions.
 *
 * <p>A single deletion is treated as a deletion, which hides at least as much. But it stays beneath a newer version as
 * long as its value may lie deeper: otherwise RocksDB would let a later single deletion cancel that version, and the
 * old value would reappear. Not thread-safe.
 */
final class OutputRules {
    /** No stripe, because the highest sequence number of a stripe is never negative. */
    private static final long NO_STRIPE = -1;

    private final InternalIterator entries;
    private final RangeTombstones tombstones;
    private final boolean hasTombstones;
    private final Snapshots snapshots;
    private final long oldestSnapshot;
    private final boolean bottommost;
    private final OlderData older;
    private final JobFilter filter;
    private final Cancellation cancellation;
    private final KeyBuffer key = new KeyBuffer();
    private boolean started;
    private long lastStripe = NO_STRIPE;
    private boolean beneathMerge;
    private boolean shownOfKey;
    private boolean startsKey;
    private @Nullable Slice userKey;
    private long trailer;
    private boolean removed;
    private long read;

    /**
     * @param tombstones the range deletions of the same sources
     * @param bottommost whether nothing beneath has keys in the range of the job
     * @param filter which {@linkplain JobFilter#protect protects} what these snapshots need
     */
    OutputRules(
            InternalIterator entries,
            RangeTombstones tombstones,
            Snapshots snapshots,
            boolean bottommost,
            OlderData older,
            JobFilter filter,
            Cancellation cancellation) {
        this.entries = entries;
        this.tombstones = tombstones;
        this.hasTombstones = !tombstones.isEmpty();
        this.snapshots = snapshots;
        this.oldestSnapshot = snapshots.oldest();
        this.bottommost = bottommost;
        this.older = older;
        this.filter = filter;
        this.cancellation = cancellation;
    }

    /**
     * Moves to the next entry to be written; the first call moves to the first one.
     *
     * @return false if there are no more
     * @throws UnsupportedEntryException if a file has an entry of an unknown type
     * @throws java.util.concurrent.CancellationException if the job was canceled
     */
    boolean next() throws IOException {
        do {
            if (started) {
                entries.next();
            } else {
                started = true;
                entries.seekToFirst();
            }
            if (!entries.isValid()) {
                return false;
            }
            read++;
            cancellation.check();
        } while (!survives());
        return true;
    }

    /** Returns whether the current entry must be written. */
    private boolean survives() throws IOException {
        userKey = entries.userKey();
        trailer = entries.trailer();
        removed = false;
        if (!key.holds(userKey)) {
            key.set(userKey);
            lastStripe = NO_STRIPE;
            beneathMerge = false;
            shownOfKey = false;
        }
        long sequence = InternalKey.sequence(trailer);
        long stripe = snapshots.stripe(sequence);
        if (hasTombstones && tombstones.covering(userKey, stripe) > sequence) {
            return false;
        }
        if (stripe == lastStripe && !beneathMerge) {
            startsKey = false;
            return isSingleDeletion() && older.mayHold(userKey);
        }
        boolean newest = lastStripe == NO_STRIPE;
        lastStripe = stripe;
        if (isMerge(sequence)) {
            beneathMerge = true;
        } else if (newest && isPut() && !passes(sequence)) {
            return false;
        } else if (!beneathMerge && sequence <= oldestSnapshot) {
            if (isDeletion() && !older.mayHold(userKey)) {
                return false;
            }
            if (bottommost) {
                trailer &= 0xff;
            }
        }
        startsKey = !shownOfKey;
        shownOfKey = true;
        return true;
    }

    /** Asks the filter; returns false if the value is discarded. */
    private boolean passes(long sequence) throws IOException {
        switch (filter.decide(userKey(), sequence, entries.value())) {
            case KEEP -> {}
            case REMOVE -> {
                removed = true;
                trailer = InternalKey.trailer(sequence, EntryType.DELETE);
            }
            case DISCARD -> {
                return false;
            }
        }
        return true;
    }

    private boolean isPut() {
        return ((int) trailer & 0xff) == EntryType.PUT.id();
    }

    private boolean isMerge(long sequence) throws UnsupportedEntryException {
        int id = (int) trailer & 0xff;
        if (id == EntryType.PUT.id() || isDeletion()) {
            return false;
        }
        if (id == EntryType.MERGE.id()) {
            return true;
        }
        if (id == EntryType.BLOB_INDEX.id() || id == EntryType.WIDE_COLUMNS.id()) {
            return false;
        }
        throw new UnsupportedEntryException(id, userKey(), sequence);
    }

    private boolean isDeletion() {
        return ((int) trailer & 0xff) == EntryType.DELETE.id() || isSingleDeletion();
    }

    private boolean isSingleDeletion() {
        return ((int) trailer & 0xff) == EntryType.SINGLE_DELETE.id();
    }

    /** Returns whether this is the first written entry of its user key. */
    boolean startsKey() {
        return startsKey;
    }

    Slice userKey() {
        return Objects.requireNonNull(userKey, "no entry yet");
    }

    long trailer() {
        return trailer;
    }

    Slice value() {
        return removed ? Slice.EMPTY : entries.value();
    }

    /** Returns the number of entries examined so far. */
    long read() {
        return read;
    }

    /**
     * Returns the range deletions to be written: the newest of each fragment and stripe, unless all readers see it and
     * nothing older can lie beneath.
     */
    List<RangeTombstone> survivingTombstones() {
        List<RangeTombstone> surviving = new ArrayList<>();
        Slice begin = null;
        long stripeBefore = NO_STRIPE;
        for (RangeTombstone tombstone : tombstones.fragments(snapshots.ascending())) {
            if (!tombstone.begin().equals(begin)) {
                begin = tombstone.begin();
                stripeBefore = NO_STRIPE;
            }
            long stripe = snapshots.stripe(tombstone.sequence());
            boolean needed = tombstone.sequence() > oldestSnapshot || older.mayHold(tombstone.begin(), tombstone.end());
            if (stripe != stripeBefore && needed) {
                surviving.add(tombstone);
            }
            stripeBefore = stripe;
        }
        return RangeTombstones.of(surviving).fragments();
    }
}
