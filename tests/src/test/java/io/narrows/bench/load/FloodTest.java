package io.narrows.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FloodTest {
    private static final int SIZE = 1_000;

    @Test
    void repeatedContent_isComparedFromTheBeginningEachTime() throws IOException {
        Flood flood = new Flood(content());
        try (SocketPair sockets = SocketPair.open()) {
            Messages.writeAll(sockets.client(), repeated(content(), 3 * SIZE + 1));
            sockets.client().shutdownOutput();

            flood.read(sockets.server());
        }

        assertThat(flood.bytes()).isEqualTo(3 * SIZE + 1);
        assertThat(flood.mismatches()).isZero();
    }

    @Test
    void somethingElseInALaterTurn_isAMismatch() throws IOException {
        ByteBuffer sent = repeated(content(), 3 * SIZE);
        sent.put(2 * SIZE + 7, (byte) -1);
        Flood flood = new Flood(content());
        try (SocketPair sockets = SocketPair.open()) {
            Messages.writeAll(sockets.client(), sent);
            sockets.client().shutdownOutput();

            flood.read(sockets.server());
        }

        assertThat(flood.mismatches()).isPositive();
    }

    @Test
    void write_endsTheStreamAtItsTime() throws IOException {
        Flood flood = new Flood(content());
        try (SocketPair sockets = SocketPair.open()) {
            flood.write(sockets.client(), System.nanoTime() - TimeUnit.SECONDS.toNanos(1));

            flood.read(sockets.server());
        }

        assertThat(flood.bytes()).isZero();
    }

    private static byte[] content() {
        byte[] content = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            content[i] = (byte) (i % 101);
        }
        return content;
    }

    private static ByteBuffer repeated(byte[] content, int length) {
        ByteBuffer all = ByteBuffer.allocate(length);
        while (all.hasRemaining()) {
            all.put(content, 0, Math.min(content.length, all.remaining()));
        }
        return all.flip();
    }
}
