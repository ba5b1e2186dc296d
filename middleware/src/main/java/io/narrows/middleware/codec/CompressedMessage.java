package io.narrows.middleware.codec;

import io.narrows.codec.Lz4Expander;
import io.narrows.codec.MalformedDataException;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The bytes of a compressed message, in order. What is taken grows with what is there, not with what a length promises. Not
 * thread-safe.
 */
final class CompressedMessage implements Closeable {
    private static final int FIRST_ROOM = 4096;
    private static final int PROBABLE_RATIO = 4;

    private final InputStream in;
    private final String encoding;
    private byte[] taken = new byte[0];
    private ByteArrayInputStream unread = new ByteArrayInputStream(taken);

    /** @param encoding for messages of errors */
    CompressedMessage(InputStream in, String encoding) {
        this.in = in;
        this.encoding = encoding;
    }

    /** What the decoded message has if it shrank as much as messages often do. */
    int probableLength() throws IOException {
        return (int) Math.min(Integer.MAX_VALUE, (long) PROBABLE_RATIO * in.available());
    }

    /** The next byte, or -1 at the end. */
    int next() throws IOException {
        int next = unread.read();
        return next < 0 ? in.read() : next;
    }

    int u8(String what) throws IOException {
        int next = next();
        if (next < 0) {
            throw truncated(what);
        }
        return next;
    }

    /** Four bytes, little-endian. */
    int le32(String what) throws IOException {
        return u8(what) | u8(what) << 8 | u8(what) << 16 | u8(what) << 24;
    }

    /**
     * The next bytes, with {@link Lz4Expander#ROOM_BEHIND} behind them, in an array that is used for the next ones again.
     *
     * @param length already checked against what a block of the format may have
     */
    byte[] take(int length, String what) throws IOException {
        int read = 0;
        while (read < length) {
            int room = Math.min(length, Math.max(FIRST_ROOM, Math.max(2 * read, in.available())));
            if (taken.length < room + Lz4Expander.ROOM_BEHIND) {
                taken = Arrays.copyOf(taken, room + Lz4Expander.ROOM_BEHIND);
            }
            int some = read(taken, read, room - read);
            if (some == 0) {
                throw truncated(what);
            }
            read += some;
        }
        if (taken.length < length + Lz4Expander.ROOM_BEHIND) {
            taken = Arrays.copyOf(taken, length + Lz4Expander.ROOM_BEHIND);
        }
        return taken;
    }

    /** Reads up to some bytes; fewer only at the end. */
    int read(byte[] into, int from, int length) throws IOException {
        int first = Math.max(0, unread.read(into, from, length));
        return first + in.readNBytes(into, from + first, length - first);
    }

    /** Puts bytes back that were read too much. They must not change until they are read again. */
    void unread(byte[] bytes, int from, int length) {
        unread = new ByteArrayInputStream(bytes, from, length);
    }

    /** All that is left. */
    byte[] rest() throws IOException {
        byte[] first = unread.readAllBytes();
        byte[] others = in.readAllBytes();
        byte[] all = Arrays.copyOf(first, first.length + others.length);
        System.arraycopy(others, 0, all, first.length, others.length);
        return all;
    }

    void skip(long length, String what) throws IOException {
        for (long left = length - unread.skip(length); left > 0; ) {
            long skipped = in.skip(left);
            if (skipped <= 0) {
                u8(what);
                skipped = 1;
            }
            left -= skipped;
        }
    }

    private MalformedDataException truncated(String what) {
        return new MalformedDataException("it ends inside " + what + " of " + encoding);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
