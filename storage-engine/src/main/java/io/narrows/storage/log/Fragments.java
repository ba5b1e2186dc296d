package io.narrows.storage.log;

import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the fragments of a log that have valid checksums. Anything that is neither a fragment nor a torn end is
 * damage. RocksDB skips damage in some places and treats it as the end in others; here damage is always reported, so that no
 * loss goes unnoticed.
 */
final class Fragments implements Closeable {
    private final LogBlocks blocks;
    private final int number;
    private final RecordSearch search;

    /** Offset of the next fragment in the block. */
    private int next;

    /** Whether a header with a log number was seen: then zeros may pad a block without room for such a header. */
    private boolean recyclable;

    private int at;
    private @Nullable RecordHeader header;
    private @Nullable Tail tail;

    /** @param number lower half of the log's number, as in the headers */
    Fragments(LogBlocks blocks, long number) {
        this.blocks = blocks;
        this.number = (int) number;
        this.search = new RecordSearch(blocks.file(), this.number);
    }

    /**
     * Moves to the next fragment; returns false if there is none, which sets {@link #tail}.
     *
     * @throws CorruptLogException if there is anything else
     */
    boolean advance() throws IOException {
        while (blocks.limit() - next < RecordHeader.LENGTH && blocks.hasNext()) {
            nextBlock();
        }
        int left = blocks.limit() - next;
        if (left < RecordHeader.LENGTH) {
            return end(endWithin(left));
        }
        at = next;
        header = RecordHeader.at(blocks.array(), at, blocks.limit());
        if (header.type() == RecordType.ZERO) {
            return advanceOverZeros(left);
        }
        if (at + header.size() > blocks.limit() || at + header.wholeSize() > blocks.limit()) {
            return advanceOverEnd();
        }
        if (!header.isIntact(blocks.array(), at)) {
            return damaged("the checksum of a record does not match");
        }
        if (!header.isOf(number)) {
            // leftover of an older log in a reused file
            return end(Tail.clean(blocks.size()));
        }
        recyclable |= RecordType.isRecyclable(header.type());
        next = at + header.wholeSize();
        return true;
    }

    /** Returns the tail of a log whose last bytes are too few for a header. */
    private Tail endWithin(int left) {
        if (left == 0 || blocks.limit() == RecordHeader.BLOCK) {
            return Tail.clean(blocks.size());
        }
        return blocks.isZeroFrom(next) ? zerosHere() : tornHere();
    }

    private void nextBlock() throws IOException {
        blocks.next();
        next = 0;
    }

    private boolean advanceOverZeros(int left) throws IOException {
        if (!blocks.isZeroFrom(at)) {
            return damaged("a record of type 0");
        }
        boolean padding = recyclable && left < RecordHeader.RECYCLABLE_LENGTH && blocks.limit() == RecordHeader.BLOCK;
        if (padding) {
            if (!blocks.hasNext()) {
                return end(Tail.clean(blocks.size()));
            }
            nextBlock();
            return advance();
        }
        Tail zeros = zerosHere();
        while (blocks.hasNext()) {
            nextBlock();
            if (!blocks.isZeroFrom(0)) {
                return damaged(zeros.tornAt(), "zeros where a record should be");
            }
        }
        return end(zeros);
    }

    /**
     * Handles a fragment that does not end within the block: it is truncated by the end of the file, or its length is wrong.
     */
    private boolean advanceOverEnd() throws IOException {
        boolean fits = at + header().wholeSize() <= RecordHeader.BLOCK;
        if (!fits || blocks.limit() == RecordHeader.BLOCK) {
            return damaged("a record of " + header().length() + " bytes, which crosses the end of its block");
        }
        if (header().isIntact(blocks.array(), at, blocks.limit())) {
            return damaged("a record of " + header().length() + " bytes, truncated by the end of the file");
        }
        if (search.findsAfter(blocks.offset(at + 1))) {
            return damaged("a record of " + header().length() + " bytes, which is longer than the file");
        }
        return header().isOf(number)
                ? end(tornHere())
                : damaged("a record of " + header().length() + " bytes, which is longer than the file");
    }

    private RecordHeader header() {
        return Objects.requireNonNull(header, "no fragment yet");
    }

    private boolean damaged(String problem) throws IOException {
        return damaged(blocks.offset(at), problem);
    }

    private boolean damaged(long offset, String problem) throws IOException {
        boolean follows = search.findsAfter(offset + 1);
        if (follows || !recyclable || isOurs()) {
            throw corrupt(offset, problem, follows);
        }
        // leftovers of an older log in a reused file are not damage
        return end(Tail.clean(blocks.size()));
    }

    /** Returns whether the fragment belongs to this log, or would if one of its fields were not damaged. */
    private boolean isOurs() {
        return RecordType.isRecyclable(header().type()) && header().isOf(number)
                || header().wouldBeIntact(blocks.array(), at, blocks.limit(), number);
    }

    CorruptLogException corrupt(long offset, String problem, boolean validRecordFollows) {
        return new CorruptLogException(blocks.file().path(), offset, problem, validRecordFollows);
    }

    /** Creates an exception for damage at the current fragment. */
    CorruptLogException corruptHere(String problem) throws IOException {
        return corrupt(offset(), problem, search.findsAfter(offset() + 1));
    }

    private Tail tornHere() {
        return Tail.torn(blocks.offset(next), blocks.size());
    }

    private Tail zerosHere() {
        return Tail.zeros(blocks.offset(next), blocks.size());
    }

    private boolean end(Tail found) {
        tail = found;
        return false;
    }

    /** Returns the array that contains the fragment, valid until the next one. */
    byte[] array() {
        return blocks.array();
    }

    /** Returns the index of the payload in the array. */
    int payloadAt() {
        return at + header().size();
    }

    int length() {
        return header().length();
    }

    /** Returns the type of the fragment, regardless of its header format. */
    int type() {
        return RecordType.plain(header().type());
    }

    /** Returns the position of the fragment in the file. */
    long offset() {
        return blocks.offset(at);
    }

    /** Returns the size of the file in bytes. */
    long size() {
        return blocks.size();
    }

    /** Returns how the log ends, once there are no more fragments. */
    @Nullable
    Tail tail() {
        return tail;
    }

    @Override
    public void close() throws IOException {
        blocks.close();
    }
}
