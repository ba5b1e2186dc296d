package io.narrows.bench.load;

import io.narrows.bench.tunnel.Route;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/**
 * Messages of 200 bytes that the server sends back, one at a time. They resemble a database's heartbeats, and end with a
 * counter and eight random bytes.
 *
 * @param rounds measured rounds, after 500 unmeasured ones
 */
public record Ping(int rounds) implements Trial {
    public static final String NAME = "ping";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int SIZE = 200;
    private static final int WARM_UP = 500;
    private static final int COUNTER_AT = SIZE - 2 * Long.BYTES;
    private static final int RANDOM_AT = SIZE - Long.BYTES;
    private static final String TEXT =
            "{\"type\":\"MsgHeartbeat\",\"to\":\"9e8217a12029fcba\",\"from\":\"3eb5319275c205c9\",\"term\":2,\"commit\":";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Outcome run(Route route) throws IOException {
        try (Application application = new Application(route, LIMIT)) {
            Session session = application.open();
            application.start("echo", () -> echo(session.server()));
            return Application.await(application.start("ping", () -> ping(session.client())));
        }
    }

    private Outcome ping(ByteChannel socket) throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        Histogram times = Lane.histogram();
        ByteBuffer message = ByteBuffer.allocateDirect(SIZE)
                .put(TEXT.repeat(4).substring(0, SIZE).getBytes(StandardCharsets.US_ASCII));
        ByteBuffer answer = ByteBuffer.allocateDirect(SIZE);
        long mismatches = 0;
        long beginning = System.nanoTime();
        for (int i = 0; i < WARM_UP + rounds; i++) {
            message.clear().putLong(COUNTER_AT, i).putLong(RANDOM_AT, random.nextLong());
            long sent = System.nanoTime();
            Messages.writeAll(socket, message);
            Messages.readAll(socket, answer.clear());
            long heard = System.nanoTime();
            if (i >= WARM_UP) {
                times.recordValue(heard - sent);
            }
            if (!answer.flip().equals(message.flip())) {
                mismatches++;
            }
        }
        return new Outcome(2L * SIZE * (WARM_UP + rounds), mismatches, System.nanoTime() - beginning, times);
    }

    private static Void echo(ByteChannel socket) throws IOException {
        ByteBuffer message = ByteBuffer.allocateDirect(SIZE);
        while (socket.read(message.clear()) >= 0) {
            Messages.writeAll(socket, message.flip());
        }
        return null;
    }
}
