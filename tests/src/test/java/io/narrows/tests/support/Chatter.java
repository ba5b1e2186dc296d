package io.narrows.tests.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Makes both ends of a connection talk: some bytes back and forth, fifty times a second, until it is closed. */
public final class Chatter implements AutoCloseable {
    private static final int PERIOD_MILLIS = 20;

    private final Connection connection;
    private final Supplier<byte[]> words;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();

    /** @param words an end's next message */
    public Chatter(Connection connection, Supplier<byte[]> words) {
        this.connection = connection;
        this.words = words;
        executor.scheduleWithFixedDelay(this::exchange, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void exchange() {
        try {
            say(connection.client(), connection.server());
            say(connection.server(), connection.client());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void say(Socket from, Socket to) throws IOException {
        byte[] bytes = words.get();
        from.getOutputStream().write(bytes);
        to.getInputStream().readNBytes(bytes.length);
    }

    @Override
    public void close() throws IOException {
        executor.shutdownNow();
        connection.close();
    }
}
