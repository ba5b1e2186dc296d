package io.narrows.storage.log;

import java.io.Closeable;
import java.io.IOException;

/**
 * The fragments of a log, each with a checksum that is right. What is neither a fragment nor a torn end is damage. RocksDB
 * steps over damage in some places and takes it for the end in others; here it is damage everywhere, so that nothing is
 * lost unnoticed.
 */
final class Fragments implements Closeable {
    private final LogBlocks blocks;
    private final int number;
    private final RecordSearch search;

    /** Where the next fragment begins in the block. */
    private int next;

    /** Whether a header with a number was seen: then zeros end a block that has no room for one. */
    private boolean recyclable;

    private int at;
    private RecordHeader header;
    private Tail tail;

    /** @param number of the log, of which headers have the lower half */
    Fragments(LogBlocks blocks, long number) {
        this.blocks = blocks;
        this.number = (int) number;
        this.search = new RecordSearch(blocks.file(), this.number);
    }

    /**
     * Moves to the next fragment; false when there is none: then there is a {@link #tail}.
     *
     * @throws CorruptLogException when there is something else
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
            // what an older log has left in a file that is used again
            return end(Tail.clean(blocks.size()));
        }
        recyclable |= RecordType.isRecyclable(header.type());
        next = at + header.wholeSize();
        return true;
    }

    /** The end of a log whose last block has no room for a header, or whose last bytes are less than one. */
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

    /** The fragment does not end within the block: it is cut off by the end of the file, or its length is wrong. */
    private boolean advanceOverEnd() throws IOException {
        boolean fits = at + header.wholeSize() <= RecordHeader.BLOCK;
        if (!fits || blocks.limit() == RecordHeader.BLOCK) {
            return damaged("a record of " + header.length() + " bytes, which crosses the end of its block");
        }
        if (header.isIntact(blocks.array(), at, blocks.limit())) {
            return damaged("a record of " + header.length() + " bytes, whose checksum matches as far as the file goes");
        }
        if (search.findsAfter(blocks.offset(at + 1))) {
            return damaged("a record of " + header.length() + " bytes, which is longer than the file");
        }
        return header.isOf(number)
                ? end(tornHere())
                : damaged("a record of " + header.length() + " bytes, which is longer than the file");
    }

    private boolean damaged(String problem) throws IOException {
        return damaged(blocks.offset(at), problem);
    }

    private boolean damaged(long offset, String problem) throws IOException {
        boolean follows = search.findsAfter(offset + 1);
        if (follows || !recyclable || isOurs()) {
            throw corrupt(offset, problem, follows);
        }
        // what an older log has left in a file that is used again is no damage
        return end(Tail.clean(blocks.size()));
    }

    /** Whether the fragment is of this log, or was before one of its fields was damaged. */
    private boolean isOurs() {
        return RecordType.isRecyclable(header.type()) && header.isOf(number)
                || header.wouldBeIntact(blocks.array(), at, blocks.limit(), number);
    }

    CorruptLogException corrupt(long offset, String problem, boolean validRecordFollows) {
        return new CorruptLogException(blocks.file().path(), offset, problem, validRecordFollows);
    }

    /** What is damage of the fragment at which this stands. */
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

    /** The array in which the fragment is, until the next one. */
    byte[] array() {
        return blocks.array();
    }

    /** Where the payload begins in the array. */
    int payloadAt() {
        return at + header.size();
    }

    int length() {
        return header.length();
    }

    /** What it is, without regard to its header. */
    int type() {
        return RecordType.plain(header.type());
    }

    /** Where the fragment begins in the file. */
    long offset() {
        return blocks.offset(at);
    }

    /** Bytes of the file. */
    long size() {
        return blocks.size();
    }

    /** How the log ends, once there is nothing more. */
    Tail tail() {
        return tail;
    }

    @Override
    public void close() throws IOException {
        blocks.close();
    }
}
