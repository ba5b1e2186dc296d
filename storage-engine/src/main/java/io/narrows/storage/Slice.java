package io.narrows.storage;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/**
 * A view of a range of an array. The provider of a slice defines how long its bytes stay valid. Slices are equal if their
 * bytes are, and ordered by unsigned bytes, like RocksDB's {@code BytewiseComparator}.
 */
public record Slice(byte[] array, int offset, int length) implements Comparable<Slice> {
    public static final Slice EMPTY = of(new byte[0]);

    /** @throws IndexOutOfBoundsException if the range is not within the array */
    public Slice {
        Objects.checkFromIndexSize(offset, length, array.length);
    }

    public static Slice of(byte[] array) {
        return new Slice(array, 0, array.length);
    }

    /** Returns the text in UTF-8. */
    public static Slice of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public byte[] toByteArray() {
        return Arrays.copyOfRange(array, offset, offset + length);
    }

    /** Returns one past the last index in the array. */
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

    /** Returns the bytes in hexadecimal. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(array, offset, end());
    }
}
