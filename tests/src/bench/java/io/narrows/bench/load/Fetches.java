package io.narrows.bench.load;

import io.narrows.bench.tunnel.Route;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;

/**
 * Responses that the server sends to the client at a constant rate on one connection, as a leader answers a follower's fetches.
 * The delays are those from the write of a response to the read of its last byte.
 *
 * @param content all responses, one after another
 * @param ends end offset of each response in the content
 * @param bytesPerSecond the rate
 */
public record Fetches(String name, byte[] content, int[] ends, double bytesPerSecond) implements Trial {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final double NANOS_PER_SECOND = 1e9;

    @Override
    public Outcome run(Route route) throws IOException {
        long[] times = new long[ends.length];
        for (int i = 1; i < ends.length; i++) {
            times[i] = (long) (ends[i - 1] / bytesPerSecond * NANOS_PER_SECOND);
        }
        Lane responses = new Lane(content, times, ends);
        try (Application application = new Application(route, LIMIT)) {
            Connection connection = application.connect();
            long beginning = System.nanoTime() + Replay.RUN_UP_NANOS;
            Future<Void> reading = application.start("fetch-read", () -> responses.read(connection.client()));
            Future<Void> writing =
                    application.start("fetch-write", () -> responses.write(connection.server(), beginning, true));
            Application.await(writing);
            Application.await(reading);
            return new Outcome(
                    responses.bytes(), responses.mismatches(), System.nanoTime() - beginning, responses.delays());
        }
    }
}
