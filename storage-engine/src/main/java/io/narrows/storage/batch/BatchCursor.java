package io.narrows.storage.batch;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.Coding;
import io.narrows.storage.sst.block.MalformedBlockException;

/** A read position in a record that advances with each read. Never reads past the record's end. */
final class BatchCursor {
    private final byte[] array;
    private final int base;
    private final int end;
    private int at;

    BatchCursor(Slice record, int position) {
        array = record.array();
        base = record.offset();
        end = record.end();
        at = base + position;
    }

    boolean atEnd() {
        return at == end;
    }

    /** Returns the offset from the start of the record, in bytes. */
    int position() {
        return at - base;
    }

    int tag() {
        return array[at++] & 0xff;
    }

    int family() throws MalformedBatchException {
        return number("column family");
    }

    /** Returns a view of length-prefixed bytes. */
    Slice bytes(String what) throws MalformedBatchException {
        int begin = position();
        int length = number(what);
        if (length > end - at) {
            throw new MalformedBatchException(
                    begin, what + " of " + length + " bytes, but only " + (end - at) + " are left");
        }
        Slice bytes = new Slice(array, at, length);
        at += length;
        return bytes;
    }

    private int number(String what) throws MalformedBatchException {
        if (at < end && array[at] >= 0) {
            return array[at++];
        }
        try {
            long pair = Coding.getLength(array, at, end);
            at = Coding.index(pair);
            return Coding.value(pair);
        } catch (MalformedBlockException e) {
            throw new MalformedBatchException(
                    position(),
                    what + ": expected a number from 0 to " + Integer.MAX_VALUE + " that ends before " + (end - base));
        }
    }
}
