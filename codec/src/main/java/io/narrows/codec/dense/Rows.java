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

    /** A saved state says with a byte which of this many rows follow it. */
    private static final int GROUP = Byte.SIZE;

    private static final char UNUSED = Character.MAX_VALUE;

    /** Place of each row in the array, in rows. */
    private final char[] places;

    private final int width;
    private final int mostMore;
    private int used;

    /** Number of rows for which a new array would have room after as many were added as are in use. */
    private int neededRoom;

    private int room;

    private ModelBytes counted = new ModelBytes();

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
        if (used == neededRoom) {
            int next = after(neededRoom);
            counted.add((next - neededRoom) * rowBytes());
            neededRoom = next;
            if (neededRoom > room) {
                room = neededRoom;
                resize(room * width);
            }
        }
        places[row] = (char) used;
        int start = used++ * width;
        initialize(start, start + width);
        return start;
    }

    private int after(int rows) {
        return Math.min(places.length, rows + Math.max(FIRST_ROOM, Math.min(rows, mostMore)));
    }

    /** Resets all rows. Their memory is kept for rows that are used next. */
    final void clear() {
        Arrays.fill(places, UNUSED);
        used = 0;
        counted.add(-neededRoom * rowBytes());
        neededRoom = 0;
    }

    /**
     * Saves the rows whose values are not the initial ones, in the order of their numbers: so the state does not depend on which other rows
     * are in use, nor on when each was added.
     */
    final void save(StateWriter state) {
        int count = 0;
        for (int first = 0; first < places.length; first += GROUP) {
            int end = Math.min(first + GROUP, places.length);
            int saved = 0;
            for (int row = first; row < end; row++) {
                int start = places[row] * width;
                if (places[row] != UNUSED && !isInitial(start, start + width)) {
                    saved |= 1 << row - first;
                }
            }
            state.bits(saved);
            count += Integer.bitCount(saved);
            for (; saved != 0; saved &= saved - 1) {
                save(state, at(first + Integer.numberOfTrailingZeros(saved)));
            }
        }
        int loaded = 0;
        while (loaded < count) {
            loaded = after(loaded);
        }
        state.takes(loaded * rowBytes());
    }

    /** Sets the rows to those of a saved state; they must be clear. Only the saved ones are in use afterwards. */
    final void load(StateReader state) {
        for (int first = 0; first < places.length; first += GROUP) {
            for (int saved = state.bits(); saved != 0; saved &= saved - 1) {
                load(state, at(first + Integer.numberOfTrailingZeros(saved)));
            }
        }
    }

    final int width() {
        return width;
    }

    /** Replaces the array by one of the given length, with the content of the former one. */
    abstract void resize(int length);

    /** Sets a range of the array to the initial values. */
    abstract void initialize(int from, int to);

    /** Returns whether a row, a range of the array, has the initial values. */
    abstract boolean isInitial(int from, int to);

    /** Saves the values of a row. */
    abstract void save(StateWriter state, int start);

    /** Sets the values of a row to saved ones. */
    abstract void load(StateReader state, int start);

    /** Returns the memory of a row, in bytes. */
    abstract long rowBytes();

    /** Returns the allocated memory, in bytes. */
    final long memoryBytes() {
        return memoryBytes(room);
    }

    private long memoryBytes(int rows) {
        return emptyBytes(places.length) + rows * rowBytes();
    }

    /** Counts the memory that new rows take with those in use, from now on: less than is allocated if there were more before. */
    final void countIn(ModelBytes bytes) {
        counted = bytes;
        bytes.add(memoryBytes(neededRoom));
    }

    /** Returns the memory with all rows in use, in bytes. */
    static long memoryBytes(int count, long rowBytes) {
        return emptyBytes(count) + count * rowBytes;
    }

    /** Returns the memory with no rows in use, in bytes. */
    static long emptyBytes(int count) {
        return (long) Character.BYTES * count;
    }
}
