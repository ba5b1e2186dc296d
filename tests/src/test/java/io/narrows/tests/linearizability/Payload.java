package io.narrows.tests.linearizability;

import com.google.protobuf.ByteString;
import java.util.SplittableRandom;

/**
 * The stored bytes for the id of a value: the id, and up to 4 KB derived from it, so that logs and disks fill and damage
 * shows.
 */
final class Payload {
    private static final int MOST_PADDING = 4_000;
    private static final char END_OF_ID = '.';

    private Payload() {}

    static ByteString of(String id) {
        SplittableRandom random = new SplittableRandom(id.hashCode());
        int length = random.nextInt(MOST_PADDING);
        StringBuilder payload = new StringBuilder(id).append(END_OF_ID);
        for (int i = 0; i < length; i++) {
            payload.append((char) ('a' + random.nextInt(26)));
        }
        return ByteString.copyFromUtf8(payload.toString());
    }

    /** @throws IllegalStateException if the bytes are not those of any id */
    static String idOf(ByteString payload) {
        String text = payload.toStringUtf8();
        int end = text.indexOf(END_OF_ID);
        if (end < 0 || !of(text.substring(0, end)).equals(payload)) {
            throw new IllegalStateException("a value that nobody wrote: " + text);
        }
        return text.substring(0, end);
    }
}
