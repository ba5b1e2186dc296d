package io.narrows.storage.iterate;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import java.io.IOException;
import java.util.List;

/**
 * Iterates over the user keys that are live at one moment, each with its newest value at that moment. It is invalid at
 * first, beyond either end, and after a failed move; the key and value are views that stay valid until the next move.
 * Not thread-safe.
 *
 * <p>When moving forward, the underlying entries are positioned at the current row. When moving backward, the oldest
 * version of a key comes first; the iterator must pass all versions before it knows the visible one, and keeps a copy
 * of that.
 */
public final class DbIterator implements AutoCloseable {
    private static final int STEPS = InternalIterator.STEPS;
    private static final long LAST_TRAILER = InternalIterator.LAST_TRAILER;

    private final InternalIterator entries;
    private final TombstoneCursor tombstones;
    private final long atSequence;

    /** Trailer that sorts right before all visible entries of a user key. */
    private final long visible;

    private final Bounds bounds;
    private final Runnable onClose;

    /** The current key; during a move, the last key examined. */
    private final OwnBytes key = new OwnBytes();

    /** Used only backwards, like {@link #trailer}. */
    private final OwnBytes value = new OwnBytes();

    private long trailer;
    private boolean backwards;
    private boolean valid;
    private boolean closed;

    /**
     * Creates an iterator without a position.
     *
     * @param entries merged entries of all sources; closed with this iterator
     * @param tombstones range deletions of all sources
     * @param atSequence the highest visible sequence number
     * @param onClose run once, when the iterator is closed
     * @throws IllegalArgumentException if the sequence number is not within 0 to {@link InternalKey#MAX_SEQUENCE}
     */
    public DbIterator(
            InternalIterator entries,
            List<RangeTombstones> tombstones,
            long atSequence,
            Bounds bounds,
            Runnable onClose) {
        InternalKey.checkSequence(atSequence);
        this.entries = entries;
        this.tombstones = new TombstoneCursor(tombstones, atSequence);
        this.atSequence = atSequence;
        this.visible = atSequence << 8 | 0xff;
        this.bounds = bounds;
        this.onClose = onClose;
    }

    /** Returns whether the iterator is at a key. */
    public boolean isValid() {
        return valid;
    }

    /** @throws UnsupportedEntryException if a key on the way has an entry of an unsupported type, as in all moves */
    public void seekToFirst() throws IOException {
        if (bounds.lower() != null) {
            seek(bounds.lower());
            return;
        }
        begin(false);
        entries.seekToFirst();
        findForwards();
    }

    public void seekToLast() throws IOException {
        begin(true);
        if (bounds.upper() != null) {
            entries.seekForPrev(bounds.upper(), InternalKey.FIRST_TRAILER);
        } else {
            entries.seekToLast();
        }
        findBackwards();
    }

    /** Moves to the first key at or after the target; the iterator becomes invalid if there is none. */
    public void seek(Slice target) throws IOException {
        begin(false);
        Slice lower = bounds.lower();
        Slice from = lower != null && bounds.isBelow(target) ? lower : target;
        if (!bounds.isAbove(from)) {
            entries.seek(from, visible);
            findForwards();
        }
    }

    /** Moves to the last key at or before the target; the iterator becomes invalid if there is none. */
    public void seekForPrev(Slice target) throws IOException {
        if (bounds.isAbove(target)) {
            seekToLast();
            return;
        }
        begin(true);
        if (!bounds.isBelow(target)) {
            entries.seekForPrev(target, LAST_TRAILER);
            findBackwards();
        }
    }

    /** @throws IllegalStateException if the iterator is invalid */
    public void next() throws IOException {
        requireValid();
        valid = false;
        if (backwards) {
            backwards = false;
            entries.seek(key.view(), LAST_TRAILER);
            if (isAtKey()) {
                entries.nextKey(key.view());
            }
        } else {
            entries.nextKey(key.view());
        }
        findForwards();
    }

    /** @throws IllegalStateException if the iterator is invalid */
    public void prev() throws IOException {
        requireValid();
        valid = false;
        if (!backwards) {
            backwards = true;
            passBackwards();
        }
        findBackwards();
    }

    public Slice key() {
        requireValid();
        return key.view();
    }

    public Slice value() {
        requireValid();
        return backwards ? value.view() : entries.value();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            valid = false;
            try {
                entries.close();
            } finally {
                onClose.run();
            }
        }
    }

    private void begin(boolean toGoBackwards) {
        valid = false;
        backwards = toGoBackwards;
        key.clear();
    }

    private void findForwards() throws IOException {
        while (entries.isValid()) {
            Slice userKey = entries.userKey();
            if (bounds.isAbove(userKey)) {
                return;
            }
            key.set(userKey);
            if (reachVisible()) {
                if (lives()) {
                    valid = true;
                    return;
                }
                entries.nextKey(key.view());
            }
        }
    }

    /** Moves to the newest visible version of the key; returns false, and is at a later key, if there is none. */
    private boolean reachVisible() throws IOException {
        int steps = 0;
        do {
            trailer = entries.trailer();
            if (isVisible(trailer)) {
                return true;
            }
            if (steps++ == STEPS) {
                entries.seek(key.view(), visible);
            } else {
                entries.next();
            }
        } while (isAtKey());
        return false;
    }

    private void findBackwards() throws IOException {
        while (entries.isValid()) {
            Slice userKey = entries.userKey();
            if (bounds.isBelow(userKey)) {
                return;
            }
            key.set(userKey);
            if (takeYoungest() && lives()) {
                valid = true;
                return;
            }
        }
    }

    /**
     * Moves from the oldest version of the key to before all of them, and keeps the newest visible one; returns false
     * if none is visible.
     */
    private boolean takeYoungest() throws IOException {
        boolean any = false;
        int steps = 0;
        do {
            if (!isVisible(entries.trailer())) {
                passBackwards();
                break;
            }
            if (steps++ == STEPS) {
                entries.seek(key.view(), visible);
                take();
                passBackwards();
                break;
            }
            take();
            any = true;
            entries.prev();
        } while (isAtKey());
        return any;
    }

    private void take() {
        trailer = entries.trailer();
        value.set(entries.value());
    }

    /** Moves before all versions of the key. */
    private void passBackwards() throws IOException {
        for (int steps = 0; isAtKey(); steps++) {
            if (steps == STEPS) {
                entries.seekForPrev(key.view(), InternalKey.FIRST_TRAILER);
                return;
            }
            entries.prev();
        }
    }

    private boolean isAtKey() {
        return entries.isValid() && key.holds(entries.userKey());
    }

    private boolean isVisible(long ofTrailer) {
        return InternalKey.sequence(ofTrailer) <= atSequence;
    }

    /** Returns whether the key is live, given that {@link #trailer} is its newest visible version. */
    private boolean lives() throws UnsupportedEntryException {
        long sequence = InternalKey.sequence(trailer);
        if (tombstones.covering(key.view()) > sequence) {
            return false;
        }
        int type = (int) trailer & 0xff;
        if (type == EntryType.PUT.id()) {
            return true;
        }
        if (type == EntryType.DELETE.id() || type == EntryType.SINGLE_DELETE.id()) {
            return false;
        }
        throw new UnsupportedEntryException(type, key.view(), sequence);
    }

    private void requireValid() {
        if (!valid) {
            throw new IllegalStateException("the iterator is not positioned");
        }
    }
}
