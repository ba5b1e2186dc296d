package io.narrows.storage.sst;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.BlockCursor;
import io.narrows.storage.sst.block.KeyEncoding;
import io.narrows.storage.sst.block.MalformedBlockException;
import java.io.IOException;

/**
 * Iterates over all entries of a file in the order of internal keys: for each user key the newest first, deletions included.
 * It is invalid at first, and after a failed move. A scan in either direction reads ahead and bypasses the cache. Not
 * thread-safe.
 */
public final class TableIterator implements InternalIterator {
    /** Number of consecutive blocks after which a scan starts reading ahead. */
    private static final int BLOCKS_OF_A_SCAN = 2;

    private final DataBlocks blocks;
    private final TableIndex index;
    private final SequenceRule sequences;
    private final DataBlock block;
    private final BlockCursor cursor;
    private final ReadAhead ahead = new ReadAhead();

    /** Number of consecutive blocks passed forwards; negative if backwards. */
    private int inARow;

    private Runnable onClose;

    TableIterator(DataBlocks blocks, TableIndex index, KeyEncoding encoding, SequenceRule sequences, Runnable onClose) {
        this.blocks = blocks;
        this.index = index;
        this.sequences = sequences;
        this.block = new DataBlock(encoding);
        this.cursor = block.cursor;
        this.onClose = onClose;
    }

    @Override
    public void close() {
        Runnable once = onClose;
        onClose = () -> {};
        once.run();
    }

    /** Returns whether the iterator is at an entry. */
    @Override
    public boolean isValid() {
        return block.number >= 0 && cursor.isValid();
    }

    @Override
    public void seekToFirst() throws IOException {
        inARow = 0;
        firstFrom(0);
    }

    @Override
    public void seekToLast() throws IOException {
        inARow = 0;
        lastUntil(blocks.count() - 1);
    }

    /**
     * Moves to the first entry whose user key is at or after the given one; the iterator becomes invalid if there is none.
     */
    public void seek(Slice userKey) throws IOException {
        seek(userKey, InternalKey.FIRST_TRAILER);
    }

    /**
     * Moves to the last entry whose user key is at or before the given one; the iterator becomes invalid if there is none.
     */
    public void seekForPrev(Slice userKey) throws IOException {
        seekForPrev(userKey, 0);
    }

    @Override
    public void seekForPrev(Slice userKey, long trailer) throws IOException {
        Slice target = Slice.of(userKey.toByteArray()); // it may be a view of this iterator's key
        seek(target, trailer);
        while (isValid() && userKey().equals(target) && trailer() == trailer) {
            next();
        }
        if (isValid()) {
            prev();
        } else {
            seekToLast();
        }
    }

    /** @throws IllegalStateException if the iterator is invalid */
    @Override
    public void next() throws IOException {
        requireValid();
        try {
            cursor.next();
        } catch (MalformedBlockException e) {
            throw lost(e);
        }
        if (!cursor.isValid()) {
            firstFrom(block.number + 1);
        }
    }

    /** @throws IllegalStateException if the iterator is invalid */
    @Override
    public void prev() throws IOException {
        requireValid();
        try {
            cursor.prev();
        } catch (MalformedBlockException e) {
            throw lost(e);
        }
        if (!cursor.isValid()) {
            lastUntil(block.number - 1);
        }
    }

    /** Returns the user key; valid until the next move. */
    @Override
    public Slice userKey() {
        requireValid();
        return cursor.userKey();
    }

    @Override
    public long trailer() {
        requireValid();
        return sequences.ofTrailer(cursor.trailer());
    }

    public long sequence() {
        return InternalKey.sequence(trailer());
    }

    /** @throws IllegalArgumentException if the entry's type is unknown */
    public EntryType type() {
        requireValid();
        return InternalKey.type(cursor.trailer());
    }

    /** Returns the value; valid until the next move. */
    @Override
    public Slice value() {
        requireValid();
        return cursor.value();
    }

    @Override
    public void seek(Slice userKey, long trailer) throws IOException {
        if (sequences.isBehind(trailer)) {
            seekBehind(Slice.of(userKey.toByteArray())); // it may be a view of this iterator's key
        } else {
            seekOwn(userKey, sequences.ownTrailer(trailer));
        }
    }

    /** Moves after all entries of a user key. */
    private void seekBehind(Slice userKey) throws IOException {
        seekOwn(userKey, 0);
        while (isValid() && userKey().equals(userKey)) {
            next();
        }
    }

    /** @param trailer as in the file */
    private void seekOwn(Slice userKey, long trailer) throws IOException {
        inARow = 0;
        int length = block.aimAt(userKey, trailer);
        int number = index.find(block.target, 0, length);
        if (number == blocks.count()) {
            block.number = -1;
            return;
        }
        load(number);
        try {
            cursor.seek(block.target, 0, length);
        } catch (MalformedBlockException e) {
            throw lost(e);
        }
        if (!cursor.isValid()) {
            firstFrom(number + 1);
        }
    }

    private void firstFrom(int first) throws IOException {
        for (int number = first; number < blocks.count(); number++) {
            load(number);
            try {
                cursor.seekToFirst();
            } catch (MalformedBlockException e) {
                throw lost(e);
            }
            if (cursor.isValid()) {
                return;
            }
        }
        block.number = -1;
    }

    private void lastUntil(int last) throws IOException {
        for (int number = last; number >= 0; number--) {
            load(number);
            try {
                cursor.seekToLast();
            } catch (MalformedBlockException e) {
                throw lost(e);
            }
            if (cursor.isValid()) {
                return;
            }
        }
        block.number = -1;
    }

    private void load(int number) throws IOException {
        if (number == block.number) {
            return;
        }
        if (number == block.number + 1) {
            inARow = Math.max(inARow, 0) + 1;
        } else {
            inARow = number == block.number - 1 ? Math.min(inARow, 0) - 1 : 0;
        }
        if (inARow > BLOCKS_OF_A_SCAN) {
            blocks.load(block, number, ahead);
        } else if (inARow < -BLOCKS_OF_A_SCAN) {
            blocks.loadBack(block, number, ahead);
        } else {
            blocks.load(block, number);
        }
    }

    private CorruptTableException lost(MalformedBlockException e) {
        CorruptTableException corrupt = blocks.corrupt(block.number, e);
        block.number = -1;
        return corrupt;
    }

    private void requireValid() {
        if (!isValid()) {
            throw new IllegalStateException("the iterator is not positioned");
        }
    }
}
