package io.narrows.tests.support;

import java.io.IOException;
import java.net.Socket;

/**
 * A connection of the application through the sidecars.
 *
 * @param client the end that opened it
 * @param server the end that accepted it
 */
public record Connection(Socket client, Socket server) implements AutoCloseable {

    /** Ends the connection from one side as a crash of its process would, without a word. */
    public static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** A byte each way: whatever opens on first use is open afterwards. */
    public void exchangeBytes() throws IOException {
        client.getOutputStream().write(1);
        expect(1, server.getInputStream().read());
        server.getOutputStream().write(2);
        expect(2, client.getInputStream().read());
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
