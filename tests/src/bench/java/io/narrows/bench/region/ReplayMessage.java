package io.narrows.bench.region;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * A frame as a replay sends it: its length and its number, and padding.
 *
 * @param index number among the frames to both followers, from 0
 */
record ReplayMessage(int index, byte[] bytes) {
    private static final int HEADER = 2 * Integer.BYTES;

    /** @param length of the whole message, at least 8 bytes */
    static ReplayMessage of(int index, int length) {
        byte[] bytes = new byte[length];
        ByteBuffer.wrap(bytes).putInt(length).putInt(index);
        return new ReplayMessage(index, bytes);
    }

    /** Returns the next message, or one with the index -1 at the end of the stream. */
    static ReplayMessage read(DataInputStream in) throws IOException {
        try {
            int length = in.readInt();
            ReplayMessage message = of(in.readInt(), length);
            in.readFully(message.bytes, HEADER, length - HEADER);
            return message;
        } catch (EOFException e) {
            return new ReplayMessage(-1, new byte[0]);
        }
    }

    void write(OutputStream out) throws IOException {
        out.write(bytes);
    }
}
