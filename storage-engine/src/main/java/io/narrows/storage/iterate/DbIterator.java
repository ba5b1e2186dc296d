package io.narrows.storage.iterate;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import java.io.IOException;
import java.util.List;

/**
 * Walks the user keys that live at one moment, each with its youngest value then. It stands nowhere at first, beyond either
 * end, and after a move that failed; what it shows is a view that stays as it is until the next move. For one thread.
 *
 * <p>Forwards it stands in the entries at what it shows. Backwards the oldest version of a key comes first; so it has gone
 * past all of the key's versions before it knows the one to show, and shows a copy of that.
 */
public final class DbIterator implements AutoCloseable {
    /** Versions of a key that are passed one by one before the rest of them is passed by a search. */
    private static final int STEPS = 8;

    /** The trailer that comes behind all others of one user key. */
    private static final long LAST_TRAILER = 0;

    private final InternalIterator entries;
    private final TombstoneCursor tombstones;
    private final long atSequence;

    /** Comes right before all entries of a user key that are visible. */
    private final long visible;

    private final Bounds bounds;
    private final Runnable onClose;

    /** What it stands at; in a move the last key that was looked at. */
    private final OwnBytes key = new OwnBytes();

    /** Backwards only, as {@link #trailer}. */
    private final OwnBytes value = new OwnBytes();

    private long trailer;
    private boolean backwards;
    private boolean valid;
    private boolean closed;

    /**
     * An iterator that stands nowhere.
     *
     * @param entries of all sources, which it closes
     * @param tombstones of all sources
     * @param atSequence what is younger is not visible
     * @param onClose is run when it is closed, once
     * @throws IllegalArgumentException when the sequence number is not within 0 to {@link InternalKey#MAX_SEQUENCE}
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

    /** Whether it stands at a key. */
    public boolean isValid() {
        return valid;
    }

    /** @throws UnsupportedEntryException when a key on the way is given by a type that is not known here, as in all moves */
    public void seekToFirst() throws IOException {
        if (bounds.lower() != null) {
            seek(bounds.lower());
            return;
        }
        begin(false);
        entries.seekToFirst();
        findForwards(false);
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

    /** Moves to the first key that is not before the given one; nowhere when there is none. */
    public void seek(Slice target) throws IOException {
        begin(false);
        Slice from = bounds.isBelow(target) ? bounds.lower() : target;
        if (!bounds.isAbove(from)) {
            entries.seek(from, visible);
            findForwards(false);
        }
    }

    /** Moves to the last key that is not behind the given one; nowhere when there is none. */
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

    /** @throws IllegalStateException when it stands nowhere */
    public void next() throws IOException {
        requireValid();
        valid = false;
        if (backwards) {
            backwards = false;
            entries.seek(key.view(), LAST_TRAILER);
        } else {
            entries.next();
        }
        findForwards(true);
    }

    /** @throws IllegalStateException when it stands nowhere */
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

    /** @param done whether the key that is held is done with, and its other versions are to be passed */
    private void findForwards(boolean done) throws IOException {
        boolean passing = done;
        int steps = 0;
        while (entries.isValid()) {
            Slice userKey = entries.userKey();
            if (!key.holds(userKey)) {
                if (bounds.isAbove(userKey)) {
                    return;
                }
                key.set(userKey);
                passing = false;
                steps = 0;
            }
            if (!passing) {
                trailer = entries.trailer();
                if (isVisible(trailer)) {
                    if (lives()) {
                        valid = true;
                        return;
                    }
                    passing = true;
                }
            }
            if (++steps > STEPS) {
                entries.seek(key.view(), passing ? LAST_TRAILER : visible);
                steps = 0;
            } else {
                entries.next();
            }
        }
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

    /** From the oldest version of the key to before all of them; false when none is visible. */
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

    /** Whether the key lives, of which {@link #trailer} is the youngest visible version. */
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
            throw new IllegalStateException("the iterator stands nowhere");
        }
    }
}
