package io.narrows.storage.version;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.Coding;
import io.narrows.storage.sst.block.MalformedBlockException;

/** Reads the bytes of an edit sequentially and checks each read against the end. */
final class EditBytes {
    private final byte[] array;
    private final int start;
    private final int end;
    private int at;

    EditBytes(Slice bytes) {
        this(bytes.array(), bytes.offset(), bytes.offset(), bytes.end());
    }

    private EditBytes(byte[] array, int start, int at, int end) {
        this.array = array;
        this.start = start;
        this.at = at;
        this.end = end;
    }

    boolean hasMore() {
        return at < end;
    }

    /** Returns the offset of the next byte from the start of the edit. */
    int offset() {
        return at - start;
    }

    /** Reads a varint below 2^31. */
    int small(String what) throws MalformedEditException {
        int begin = offset();
        long value = number(what);
        if (value > Integer.MAX_VALUE) {
            throw new MalformedEditException(begin, what + " " + value + " (expected: 0-" + Integer.MAX_VALUE + ")");
        }
        return (int) value;
    }

    /** Reads a varint below 2^63. */
    long number(String what) throws MalformedEditException {
        int begin = offset();
        try {
            int next = Coding.varint64End(array, at, end);
            long value = Coding.varint64(array, at, next);
            if (value < 0) {
                throw new MalformedEditException(
                        begin, what + " " + Long.toUnsignedString(value) + " (expected: 0-" + Long.MAX_VALUE + ")");
            }
            at = next;
            return value;
        } catch (MalformedBlockException e) {
            throw new MalformedEditException(begin, what + " is not a number that ends within the edit");
        }
    }

    long fixed64(String what) throws MalformedEditException {
        if (end - at < Long.BYTES) {
            throw new MalformedEditException(offset(), what + " is truncated by the end of the edit");
        }
        long value = Coding.fixed64(array, at);
        if (value < 0) {
            throw new MalformedEditException(
                    offset(), what + " " + Long.toUnsignedString(value) + " (expected: 0-" + Long.MAX_VALUE + ")");
        }
        at += Long.BYTES;
        return value;
    }

    /** Reads length-prefixed bytes; the returned reader counts offsets from the start of the same edit. */
    EditBytes part(String what) throws MalformedEditException {
        int begin = offset();
        int length = small("length of " + what);
        if (length > end - at) {
            throw new MalformedEditException(
                    begin, what + " of " + length + " bytes, but only " + (end - at) + " are left");
        }
        EditBytes part = new EditBytes(array, start, at, at + length);
        at += length;
        return part;
    }

    /** Returns a copy of the remaining bytes. */
    Slice copy() {
        return Slice.of(new Slice(array, at, end - at).toByteArray());
    }
}
