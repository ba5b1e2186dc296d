package io.narrows.tests.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/**
 * A connection of the application through the sidecars.
 *
 * @param client the end that opened it
 * @param server the end that accepted it
 */
public record Connection(Socket client, Socket server) implements AutoCloseable {

    /** Resets the connection from one side, like a crash of its process. */
    public static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Exchanges a byte in each direction, so that anything opened on first use is open afterwards. */
    public void exchangeBytes() throws IOException {
        client.getOutputStream().write(1);
        expect(1, server.getInputStream().read());
        server.getOutputStream().write(2);
        expect(2, client.getInputStream().read());
    }

    /**
     * Sends the content from the client to the server.
     *
     * @throws IllegalStateException if different content arrives
     */
    public void carry(byte[] content) throws IOException {
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(content));
        byte[] received = server.getInputStream().readNBytes(content.length);
        writing.join();
        int difference = Arrays.mismatch(received, content);
        if (difference >= 0) {
            throw new IllegalStateException("received something else from byte " + difference + " on");
        }
    }

    private void write(byte[] content) {
        try {
            client.getOutputStream().write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void expect(int expected, int actual) {
        if (actual != expected) {
            throw new IllegalStateException("received %d instead of %d".formatted(actual, expected));
        }
    }

    @Override
    public void close() throws IOException {
        client.close();
        server.close();
    }
}
