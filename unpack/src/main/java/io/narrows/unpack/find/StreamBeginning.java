package io.narrows.unpack.find;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The first bytes of a stream, by which HTTP/2 is recognized (RFC 9113, section 3.4): the preface that a client sends, or the
 * header of a server's SETTINGS frame.
 */
final class StreamBeginning implements Part {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /** A header of SETTINGS but for the lowest byte of its length, which is a multiple of 6. */
    private static final byte[] SETTINGS = {0, 0, 0, 4, 0, 0, 0, 0, 0};

    private static final int LENGTH_AT = 2;
    private static final int SETTING = 6;

    private final Partition partition;
    private final byte[] first = new byte[PREFACE.length];
    private int count;
    private boolean other;

    StreamBeginning(Partition partition) {
        this.partition = partition;
    }

    @Override
    public int read(ByteBuffer bytes, int from, int end) {
        int before = count;
        int at = from;
        while (at < end && !ended()) {
            first[count] = bytes.get(at);
            if (matches(count)) {
                count++;
                at++;
            } else {
                other = true;
                count = before;
                return from;
            }
        }
        partition.own(at - from);
        return at;
    }

    private boolean matches(int index) {
        if (first[0] == PREFACE[0]) {
            return first[index] == PREFACE[index];
        }
        return index == LENGTH_AT ? (first[LENGTH_AT] & 0xff) % SETTING == 0 : first[index] == SETTINGS[index];
    }

    @Override
    public boolean ended() {
        return other || isPreface() || isSettings();
    }

    private boolean isPreface() {
        return count == PREFACE.length;
    }

    private boolean isSettings() {
        return count == SETTINGS.length && first[0] == SETTINGS[0];
    }

    /** Returns whether the stream is HTTP/2, after the beginning ended. */
    boolean isHttp2() {
        return !other;
    }

    /** Returns how many bytes of a frame follow immediately. */
    int restOfFrame() {
        return isSettings() ? first[LENGTH_AT] & 0xff : 0;
    }

    @Override
    public byte[] unclaimed() {
        return Arrays.copyOf(first, count);
    }

    @Override
    public void abandon() {
        other = true;
    }
}
