package io.narrows.storage.sst.block;

import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;

/**
 * Iterates over the entries of one block, whose keys are internal keys. A cursor can be {@linkplain #reset reset} to one
 * block after another. The block's content is not trusted: a move in a damaged block ends in an exception.
 */
public final class BlockCursor {
    private static final int NOWHERE = -1;
    private static final byte[] NOTHING = {};

    private final EntryDecoder decoder;
    private final EntryState state = new EntryState();
    private BlockLayout layout = BlockLayout.EMPTY;
    private byte[] block = NOTHING;
    private int limit;
    private int at = NOWHERE;

    public BlockCursor(EntryDecoder decoder) {
        this.decoder = decoder;
    }

    /**
     * Sets the block, without a position in it. The array must not change while the cursor is used.
     *
     * @throws MalformedBlockException if the end of the block is invalid
     */
    public void reset(byte[] array, int offset, int length) throws MalformedBlockException {
        at = NOWHERE;
        block = array;
        layout = BlockLayout.parse(array, offset, length);
        limit = layout.entriesEnd();
    }

    /** Releases the block; the cursor is then invalid, in an empty block. */
    public void release() {
        at = NOWHERE;
        block = NOTHING;
        layout = BlockLayout.EMPTY;
        limit = 0;
    }

    /** Returns whether the cursor is at an entry. */
    public boolean isValid() {
        return at != NOWHERE;
    }

    public void seekToFirst() throws MalformedBlockException {
        startAt(0);
        advance();
    }

    public void seekToLast() throws MalformedBlockException {
        startAt(layout.restarts() - 1);
        while (state.next < limit) {
            advance();
        }
    }

    /** Moves to the first entry at or after the given internal key; the cursor becomes invalid if there is none. */
    public void seek(byte[] key, int keyOffset, int keyLength) throws MalformedBlockException {
        startAt(lastRestartBefore(key, keyOffset, keyLength));
        do {
            advance();
        } while (isValid() && InternalKey.compare(state.key, 0, state.keyLength, key, keyOffset, keyLength) < 0);
    }

    /** Moves to the next entry; the cursor becomes invalid after the last. */
    public void next() throws MalformedBlockException {
        advance();
    }

    /**
     * Moves to the previous entry; the cursor becomes invalid before the first. Decodes from the preceding restart point.
     */
    public void prev() throws MalformedBlockException {
        int target = at;
        if (target <= layout.start()) {
            at = NOWHERE;
            return;
        }
        startAt(lastRestartBelow(target));
        do {
            advance();
        } while (state.next < target);
        if (state.next != target) {
            throw new MalformedBlockException(at, "an entry that overlaps the one at " + target);
        }
    }

    /** Returns the key's array, which the next move may change. */
    public byte[] keyArray() {
        return state.key;
    }

    /** Returns the length of the internal key, which starts at index 0 of its array. */
    public int keyLength() {
        return state.keyLength;
    }

    /** Returns the user key; valid until the next move. */
    public Slice userKey() {
        return new Slice(state.key, 0, state.keyLength - InternalKey.TRAILER);
    }

    public long trailer() {
        return InternalKey.trailerBefore(state.key, state.keyLength);
    }

    /** Returns the value, a view of the block's array. */
    public Slice value() {
        return new Slice(block, state.valueOffset, state.valueLength);
    }

    private void startAt(int restart) throws MalformedBlockException {
        state.restart();
        at = NOWHERE;
        state.next = layout.start() == limit ? limit : restartOffset(restart);
    }

    private void advance() throws MalformedBlockException {
        int entry = state.next;
        if (entry >= limit) {
            at = NOWHERE;
            return;
        }
        decoder.decode(state, block, entry, limit);
        if (state.keyLength < InternalKey.TRAILER) {
            throw new MalformedBlockException(
                    entry, "a key of " + state.keyLength + " bytes (expected: at least " + InternalKey.TRAILER + ")");
        }
        at = entry;
    }

    private int lastRestartBefore(byte[] key, int keyOffset, int keyLength) throws MalformedBlockException {
        int low = 0;
        int high = layout.restarts() - 1;
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (isBefore(restartOffset(middle), key, keyOffset, keyLength)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private boolean isBefore(int entry, byte[] key, int keyOffset, int keyLength) throws MalformedBlockException {
        long found = decoder.restartKey(block, entry, limit);
        int length = Coding.value(found);
        if (length < InternalKey.TRAILER) {
            throw new MalformedBlockException(
                    entry, "a key of " + length + " bytes (expected: at least " + InternalKey.TRAILER + ")");
        }
        return InternalKey.compare(block, Coding.index(found), length, key, keyOffset, keyLength) < 0;
    }

    private int lastRestartBelow(int offset) throws MalformedBlockException {
        int low = 0;
        int high = layout.restarts() - 1;
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (restartOffset(middle) < offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Returns the array index of a restart point's entry. */
    private int restartOffset(int restart) throws MalformedBlockException {
        int offset = layout.restart(block, restart);
        if (offset < layout.start() || offset >= limit) {
            throw new MalformedBlockException(
                    layout.restartsAt(),
                    "restart point " + restart + " at " + offset + ", which is not the start of an entry");
        }
        return offset;
    }
}
