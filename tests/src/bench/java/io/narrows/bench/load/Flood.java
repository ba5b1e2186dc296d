package io.narrows.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Sends the same content repeatedly over one connection. One thread writes, another one reads and compares. */
final class Flood {
    private static final int WRITE_BYTES = 1 << 16;

    private final ByteBuffer content;
    private long bytes;
    private long mismatches;

    Flood(byte[] content) {
        this.content = ByteBuffer.allocateDirect(content.length).put(content).flip();
    }

    /** Writes until a time of {@link System#nanoTime}, and ends the stream. */
    Void write(SocketChannel to, long end) throws IOException {
        ByteBuffer rest = content.duplicate();
        while (System.nanoTime() < end) {
            if (rest.position() == content.limit()) {
                rest.rewind();
            }
            rest.limit(Math.min(rest.position() + WRITE_BYTES, content.limit()));
            Messages.writeAll(to, rest);
        }
        to.shutdownOutput();
        return null;
    }

    /** Reads to the end of the stream. */
    Void read(SocketChannel from) throws IOException {
        ByteBuffer heard = ByteBuffer.allocateDirect(2 * WRITE_BYTES);
        ByteBuffer expected = content.duplicate();
        while (from.read(heard.clear()) >= 0) {
            heard.flip();
            bytes += heard.remaining();
            while (heard.hasRemaining()) {
                compareRun(heard, expected);
            }
        }
        return null;
    }

    /** Compares up to the next repetition of the content. */
    private void compareRun(ByteBuffer heard, ByteBuffer expected) {
        if (expected.position() == content.limit()) {
            expected.rewind();
        }
        int run = Math.min(heard.remaining(), content.limit() - expected.position());
        int end = heard.limit();
        heard.limit(heard.position() + run);
        expected.limit(expected.position() + run);
        mismatches += heard.equals(expected) ? 0 : 1;
        heard.position(heard.limit()).limit(end);
        expected.position(expected.limit()).limit(content.limit());
    }

    /** Returns the number of bytes read; call after both threads are done. */
    long bytes() {
        return bytes;
    }

    /** Returns the number of pieces that differed; call after both threads are done. */
    long mismatches() {
        return mismatches;
    }
}
