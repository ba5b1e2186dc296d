package io.narrows.codec.dense;

import java.util.Arrays;

/**
 * Rows of models that take memory once they are used: a row gets its place, with initial values, when it is first used. The rows are in
 * one array, in the order of their first use. Adding a row may replace that array, so it is to be read after {@link #at}.
 */
abstract class Rows {
    private static final int FIRST_ROOM = 8;

    /** The room doubles, but never grows by more than this many rows, or elements of the array, if those are more. */
    private static final int MOST_MORE = 64;

    private static final int MOST_MORE_ELEMENTS = 1 << 11;

    private static final char UNUSED = Character.MAX_VALUE;

    /** Place of each row in the array, in rows. */
    private final char[] places;

    private final int width;
    private final int mostMore;
    private int used;
    private int room;

    /**
     * @param count number of rows, at most 65,535
     * @param width length of a row in the array
     */
    Rows(int count, int width) {
        places = new char[count];
        Arrays.fill(places, UNUSED);
        this.width = width;
        mostMore = Math.max(MOST_MORE, MOST_MORE_ELEMENTS / width);
    }

    /** Returns the start of a row in the array. */
    final int at(int row) {
        int place = places[row];
        return place != UNUSED ? place * width : add(row);
    }

    private int add(int row) {
        if (used == room) {
            room = Math.min(places.length, room + Math.max(FIRST_ROOM, Math.min(room, mostMore)));
            resize(room * width);
        }
        places[row] = (char) used;
        int start = used++ * width;
        initialize(start, start + width);
        return start;
    }

    /** Resets all rows. Their memory is kept for rows that are used next. */
    final void clear() {
        Arrays.fill(places, UNUSED);
        used = 0;
    }

    /** Replaces the array by one of the given length, with the content of the former one. */
    abstract void resize(int length);

    /** Sets a range of the array to the initial values. */
    abstract void initialize(int from, int to);

    /** Returns the size of the array, in bytes. */
    abstract long arrayBytes();

    /** Returns the allocated memory, in bytes. */
    final long memoryBytes() {
        return (long) Character.BYTES * places.length + arrayBytes();
    }

    /** Returns the memory with all rows in use, in bytes. */
    static long memoryBytes(int count, long rowBytes) {
        return count * (Character.BYTES + rowBytes);
    }
}
