package io.narrows.bench.load;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

/** Transfers whole buffers over blocking sockets. */
final class Messages {
    private Messages() {}

    static void writeAll(ByteChannel socket, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            socket.write(bytes);
        }
    }

    /** @throws EOFException if the stream ends before the buffer is full */
    static void readAll(ByteChannel socket, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            if (socket.read(bytes) < 0) {
                throw new EOFException("the connection ended, %d bytes are missing".formatted(bytes.remaining()));
            }
        }
    }
}
