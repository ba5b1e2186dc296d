package io.narrows.tests.support;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Rows of a table, sent over one connection through the sidecars until it is closed, at a limited rate. */
public final class RowStream implements AutoCloseable {
    private static final int PERIOD_MILLIS = 100;

    /** After so many different rows, the same ones are sent again: more than codecs remember. */
    private static final int MOST_BYTES = 8 << 20;

    private final Connection connection;
    private final byte[] rows = rows(MOST_BYTES);
    private final int bytesPerPeriod;
    private CompletableFuture<Void> sending = CompletableFuture.completedFuture(null);
    private volatile boolean ended;

    /** @param bytesPerSecond at most so many, up to 80 million */
    public RowStream(SidecarPair pair, int bytesPerSecond) throws IOException {
        this.connection = pair.connect();
        this.bytesPerPeriod = bytesPerSecond / (1000 / PERIOD_MILLIS);
    }

    /** Begins to send. */
    public void start() {
        sending = CompletableFuture.runAsync(this::send, RowStream::onItsOwnThread);
    }

    private static void onItsOwnThread(Runnable work) {
        Thread thread = new Thread(work, "rows");
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns rows as a database would send them, the last one perhaps cut. */
    public static byte[] rows(int bytes) {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder(bytes + 100);
        for (int i = 0; text.length() < bytes; i++) {
            text.append("{\"id\":%d,\"user\":\"user-%d\",\"balance\":%d,\"state\":\"active\"}\n"
                    .formatted(i, random.nextInt(1_000), random.nextInt()));
        }
        return text.substring(0, bytes).getBytes(StandardCharsets.US_ASCII);
    }

    private void send() {
        try {
            for (int at = 0; !ended; at = at + 2 * bytesPerPeriod > rows.length ? 0 : at + bytesPerPeriod) {
                connection.carry(Arrays.copyOfRange(rows, at, at + bytesPerPeriod));
                TimeUnit.MILLISECONDS.sleep(PERIOD_MILLIS);
            }
        } catch (IOException e) {
            throw new IllegalStateException("connection ended", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Stops sending.
     *
     * @throws IllegalStateException if not all rows arrived unchanged
     */
    @Override
    public void close() throws IOException {
        ended = true;
        try (connection) {
            sending.join();
        } catch (CompletionException e) {
            throw new IllegalStateException("rows did not arrive unchanged", e);
        }
    }
}
