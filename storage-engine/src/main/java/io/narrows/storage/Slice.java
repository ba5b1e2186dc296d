package io.narrows.storage;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/**
 * A range of an array. It is a view: who gave it says how long its bytes stay as they are. Slices are equal when their
 * bytes are, and ordered by unsigned bytes, as RocksDB's {@code BytewiseComparator} does.
 */
public record Slice(byte[] array, int offset, int length) implements Comparable<Slice> {
    public static final Slice EMPTY = of(new byte[0]);

    /** @throws IndexOutOfBoundsException when the range is not within the array */
    public Slice {
        Objects.checkFromIndexSize(offset, length, array.length);
    }

    public static Slice of(byte[] array) {
        return new Slice(array, 0, array.length);
    }

    /** The text in UTF-8. */
    public static Slice of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public byte[] toByteArray() {
        return Arrays.copyOfRange(array, offset, offset + length);
    }

    /** One past the last index in the array. */
    public int end() {
        return offset + length;
    }

    @Override
    public int compareTo(Slice other) {
        return Arrays.compareUnsigned(array, offset, end(), other.array, other.offset, other.end());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Slice slice && compareTo(slice) == 0;
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int at = offset; at < end(); at++) {
            hash = 31 * hash + array[at];
        }
        return hash;
    }

    /** The bytes in hexadecimal. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(array, offset, end());
    }
}
