package io.narrows.middleware.codec;

import io.narrows.codec.Lz4Expander;
import io.narrows.codec.MalformedDataException;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A sequential reader of a compressed message. Its buffer grows with the bytes read, not with the length that a message
 * claims. Not thread-safe.
 */
final class CompressedMessage implements Closeable {
    private static final int FIRST_ROOM = 4096;
    private static final int PROBABLE_RATIO = 4;

    private final InputStream in;
    private final String encoding;
    private byte[] taken = new byte[0];
    private ByteArrayInputStream unread = new ByteArrayInputStream(taken);

    /** @param encoding for error messages */
    CompressedMessage(InputStream in, String encoding) {
        this.in = in;
        this.encoding = encoding;
    }

    /** Returns the length of the decoded message at a typical ratio. */
    int probableLength() throws IOException {
        return (int) Math.min(Integer.MAX_VALUE, (long) PROBABLE_RATIO * in.available());
    }

    /** Returns the next byte, or -1 at the end. */
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

    /** Returns a little-endian 32-bit number. */
    int le32(String what) throws IOException {
        return u8(what) | u8(what) << 8 | u8(what) << 16 | u8(what) << 24;
    }

    /**
     * Returns an array that starts with the next bytes, followed by {@link Lz4Expander#ROOM_BEHIND} bytes of room. The array
     * is reused by the next call.
     *
     * @param length already checked against the format's block limit
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

    /** Reads up to {@code length} bytes; fewer only at the end. */
    int read(byte[] into, int from, int length) throws IOException {
        int first = Math.max(0, unread.read(into, from, length));
        return first + in.readNBytes(into, from + first, length - first);
    }

    /** Pushes bytes back. The array must not be modified until they are read again. */
    void unread(byte[] bytes, int from, int length) {
        unread = new ByteArrayInputStream(bytes, from, length);
    }

    /** Returns all remaining bytes. */
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
        return new MalformedDataException("truncated in " + what + " of " + encoding);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
