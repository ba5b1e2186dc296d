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

/**
 * Goes once over the entries that a job merges and shows those that are to be written. What is left out, no reader sees:
 * neither the one at the head nor any at a snapshot.
 *
 * <ul>
 *   <li>Of the versions of a key within one stripe of {@linkplain Snapshots snapshots} the youngest stays, and that one only
 *       if no range deletion of the same stripe is younger.
 *   <li>A deletion that all readers see goes when nothing older can lie beneath.
 *   <li>At the bottommost level, what all readers see has sequence number 0: nobody asks any more how old it is, and equal
 *       numbers compress well.
 *   <li>An operand of a merge stays as it is with all that lies beneath it, because only who knows the operator can tell what
 *       of it is needed. It goes, like a value, when something younger of its stripe hides it.
 * </ul>
 *
 * <p>A single deletion counts as a deletion; that hides at least what it promises to. But it stays beneath a younger version as long
 * as its value may lie deeper: RocksDB lets a later single deletion and that version cancel each other, and the value would
 * be back. For one thread.
 */
final class OutputRules {
    /** No stripe: the highest sequence number of one is never negative. */
    private static final long NO_STRIPE = -1;

    private final InternalIterator entries;
    private final RangeTombstones tombstones;
    private final boolean hasTombstones;
    private final Snapshots snapshots;
    private final long oldestSnapshot;
    private final boolean bottommost;
    private final OlderData older;
    private final Cancellation cancellation;
    private final KeyBuffer key = new KeyBuffer();
    private boolean started;
    private long lastStripe = NO_STRIPE;
    private boolean beneathMerge;
    private boolean shownOfKey;
    private boolean startsKey;
    private Slice userKey;
    private long trailer;
    private long read;

    /**
     * @param tombstones the range deletions of the same sources
     * @param bottommost whether nothing beneath holds a key of the range of the job
     */
    OutputRules(
            InternalIterator entries,
            RangeTombstones tombstones,
            Snapshots snapshots,
            boolean bottommost,
            OlderData older,
            Cancellation cancellation) {
        this.entries = entries;
        this.tombstones = tombstones;
        this.hasTombstones = !tombstones.isEmpty();
        this.snapshots = snapshots;
        this.oldestSnapshot = snapshots.oldest();
        this.bottommost = bottommost;
        this.older = older;
        this.cancellation = cancellation;
    }

    /**
     * Moves to the next entry that is to be written; at first to the first one.
     *
     * @return false when there is none any more
     * @throws UnsupportedEntryException when a file has an entry of an unknown type
     * @throws java.util.concurrent.CancellationException when the job is not wanted any more
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

    /** Judges the entry at which the source stands. */
    private boolean survives() throws IOException {
        userKey = entries.userKey();
        trailer = entries.trailer();
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
        lastStripe = stripe;
        if (isMerge(sequence)) {
            beneathMerge = true;
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
        throw new UnsupportedEntryException(id, userKey, sequence);
    }

    private boolean isDeletion() {
        return ((int) trailer & 0xff) == EntryType.DELETE.id() || isSingleDeletion();
    }

    private boolean isSingleDeletion() {
        return ((int) trailer & 0xff) == EntryType.SINGLE_DELETE.id();
    }

    /** Whether this is the first entry of its user key that is to be written. */
    boolean startsKey() {
        return startsKey;
    }

    Slice userKey() {
        return userKey;
    }

    long trailer() {
        return trailer;
    }

    Slice value() {
        return entries.value();
    }

    /** Entries that were looked at so far. */
    long read() {
        return read;
    }

    /**
     * The range deletions that are to be written: of each fragment and stripe the youngest, unless all readers see it and
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
            boolean needed = tombstone.sequence() > oldestSnapshot || older.mayHold(begin, tombstone.end());
            if (stripe != stripeBefore && needed) {
                surviving.add(tombstone);
            }
            stripeBefore = stripe;
        }
        return RangeTombstones.of(surviving).fragments();
    }
}
