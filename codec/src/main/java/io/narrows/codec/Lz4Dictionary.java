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

    /** Resets a matcher to contain the dictionary only. */
    void loadInto(Lz4Matcher matcher) {
        if (matcher instanceof Lz4HashTable table) {
            table.copy(places);
        } else {
            matcher.clear(); // it enters the content before a piece on its own
        }
    }
}
