package io.narrows.codec;

import java.util.Arrays;

/** The end of a dictionary that LZ4 can refer to, and the hash table of {@code lz4} for it. Immutable. */
final class Lz4Dictionary {
    private final byte[] bytes;
    private final Lz4HashTable places = new Lz4HashTable();

    Lz4Dictionary(byte[] dictionary) {
        bytes = Arrays.copyOfRange(
                dictionary, Math.max(0, dictionary.length - Lz4Layout.MAX_DISTANCE), dictionary.length);
        places.enter(bytes, 0, bytes.length - Long.BYTES);
    }

    byte[] bytes() {
        return bytes;
    }

    long memoryBytes() {
        return memoryBytes(bytes.length);
    }

    /** Returns the memory of that of a dictionary with that many bytes of content. */
    static long memoryBytes(int content) {
        return Math.min(content, Lz4Layout.MAX_DISTANCE) + Lz4HashTable.BYTES;
    }

    /**
     * Makes an empty window and its matcher begin with the dictionary.
     *
     * @param log base-two logarithm of the window; a smaller one takes less of the dictionary
     */
    void loadInto(Lz4Window window, int log, Lz4Matcher matcher) {
        int from = loadInto(window, log);
        if (from == 0) {
            loadInto(matcher);
        } else if (matcher instanceof Lz4HashTable table) {
            table.enter(window.bytes(), 0, window.end() - Long.BYTES);
        }
    }

    /** Makes an empty window begin with the dictionary; returns how much of the dictionary it leaves out. */
    private int loadInto(Lz4Window window, int log) {
        int from = Math.max(0, bytes.length - (1 << log));
        int length = bytes.length - from;
        System.arraycopy(bytes, from, window.bytes(), window.end(), length);
        window.advance(length);
        return from;
    }

    /** Resets a matcher to contain the dictionary only. */
    void loadInto(Lz4Matcher matcher) {
        if (matcher instanceof Lz4HashTable table) {
            table.copy(places);
        } else {
            matcher.clear(); // it enters the content before a piece on its own
        }
    }
}
