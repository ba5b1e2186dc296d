package io.narrows.bench.load;

import io.narrows.bench.tunnel.Route;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Sends 100 bytes every 100 ms from client to server, alone or next to a bulk transfer on another connection of the same
 * tunnel. The delays are those of the heartbeats, the bytes those of the transfer.
 *
 * @param time duration of the trial
 * @param bulk content that the transfer repeats; empty for no transfer
 */
public record Heartbeats(String name, Duration time, byte[] bulk) implements Trial {
    private static final int SIZE = 100;
    private static final Duration PERIOD = Duration.ofMillis(100);
    private static final Duration LIMIT_AFTER = Duration.ofSeconds(60);

    @Override
    public Outcome run(Route route) throws IOException {
        int count = (int) time.dividedBy(PERIOD);
        Lane heartbeats = lane(count);
        Flood flood = new Flood(bulk);
        try (Application application = new Application(route, time.plus(LIMIT_AFTER))) {
            List<Future<Void>> tasks = new ArrayList<>();
            Connection beating = application.connect();
            long beginning = System.nanoTime();
            long end = beginning + time.toNanos();
            tasks.add(application.start("beat-read", () -> heartbeats.read(beating.server())));
            tasks.add(application.start("beat-write", () -> heartbeats.write(beating.client(), beginning, true)));
            if (bulk.length > 0) {
                Connection bulky = application.connect();
                tasks.add(application.start("bulk-read", () -> flood.read(bulky.server())));
                tasks.add(application.start("bulk-write", () -> flood.write(bulky.client(), end)));
            }
            for (Future<Void> task : tasks) {
                Application.await(task);
            }
            Histogram delays = heartbeats.delays();
            return new Outcome(
                    flood.bytes() + heartbeats.bytes(),
                    flood.mismatches() + heartbeats.mismatches(),
                    System.nanoTime() - beginning,
                    delays);
        }
    }

    private static Lane lane(int count) {
        byte[] content = new byte[count * SIZE];
        new SplittableRandom(5).nextBytes(content);
        return new Lane(
                content,
                IntStream.range(0, count).mapToLong(i -> i * PERIOD.toNanos()).toArray(),
                IntStream.rangeClosed(1, count).map(i -> i * SIZE).toArray());
    }
}
