package io.narrows.bench.load;

import io.narrows.bench.tunnel.Route;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;

/** A connection through a tunnel on which the client sends at a constant pace. Every byte is compared. */
public final class PacedConnection implements Closeable {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int WRITE_BYTES = 4096;

    private final Application application;
    private final Connection connection;

    private PacedConnection(Application application) throws IOException {
        this.application = application;
        this.connection = application.connect();
    }

    /** Opens a connection, which ends after five minutes at the latest. */
    public static PacedConnection open(Route route) throws IOException {
        Application application = new Application(route, LIMIT);
        try {
            return new PacedConnection(application);
        } catch (IOException e) {
            application.close();
            throw e;
        }
    }

    /**
     * Sends a content in writes of 4 KiB, and waits until all of it has been read.
     *
     * @param time from the first write to the last one
     * @throws IOException if other bytes arrived than were sent, or the connection ended
     */
    public void send(byte[] content, Duration time) throws IOException {
        int writes = (content.length + WRITE_BYTES - 1) / WRITE_BYTES;
        long[] times = new long[writes];
        int[] ends = new int[writes];
        for (int i = 0; i < writes; i++) {
            times[i] = time.toNanos() * i / writes;
            ends[i] = Math.min((i + 1) * WRITE_BYTES, content.length);
        }
        Lane lane = new Lane(content, times, ends);
        long beginning = System.nanoTime();
        Future<Void> reading = application.start("paced-read", () -> lane.read(connection.server()));
        Future<Void> writing = application.start("paced-write", () -> lane.write(connection.client(), beginning, true));
        Application.await(writing);
        Application.await(reading);
        if (lane.mismatches() > 0) {
            throw new IOException("the tunnel delivered other bytes than were sent");
        }
    }

    @Override
    public void close() {
        application.close();
    }
}
