package io.narrows.bench.load;

import io.narrows.bench.tunnel.Route;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;

/** One transfer over one connection, in writes of 64 KiB; its time includes opening the connection. */
public record Bulk(String name, byte[] content) implements Trial {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int WRITE_BYTES = 1 << 16;

    @Override
    public Outcome run(Route route) throws IOException {
        Lane lane = lane();
        try (Application application = new Application(route, LIMIT)) {
            long beginning = System.nanoTime();
            Session session = application.open();
            Future<Void> reading = application.start("bulk-read", () -> lane.read(session.server()));
            Future<Void> writing = application.start("bulk-write", () -> lane.write(session.client(), 0, false));
            Application.await(reading);
            long nanos = System.nanoTime() - beginning;
            Application.await(writing);
            return new Outcome(lane.bytes(), lane.mismatches(), nanos, lane.delays());
        }
    }

    private Lane lane() {
        int[] ends = new int[(content.length + WRITE_BYTES - 1) / WRITE_BYTES];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = Math.min((i + 1) * WRITE_BYTES, content.length);
        }
        return new Lane(content, new long[ends.length], ends);
    }
}
