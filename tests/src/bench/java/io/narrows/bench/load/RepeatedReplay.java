package io.narrows.bench.load;

import io.narrows.bench.tunnel.Route;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;

/**
 * Replays a recording of one connection again and again on the same connection. With a window larger than the recording, a codec
 * finds the previous replay in its history.
 */
public final class RepeatedReplay implements Closeable {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final PairRecording recording;
    private final Application application;
    private final Connection connection;

    private RepeatedReplay(PairRecording recording, Application application) throws IOException {
        this.recording = recording;
        this.application = application;
        this.connection = application.connect();
    }

    /**
     * Opens the connection, which ends after five minutes at the latest.
     *
     * @param recording of one connection, which the near node dials
     * @param out route of the connections that the near node dials
     */
    public static RepeatedReplay open(PairRecording recording, Route out) throws IOException {
        Application application = new Application(out, LIMIT);
        try {
            return new RepeatedReplay(recording, application);
        } catch (IOException e) {
            application.close();
            throw e;
        }
    }

    /** Plays the recording once. */
    public Outcome run() throws IOException {
        Lane forward = Replay.lane(recording.score(), 0, true);
        Lane back = Replay.lane(recording.score(), 0, false);
        long beginning = System.nanoTime() + Replay.RUN_UP_NANOS;
        List<Future<Void>> tasks = List.of(
                application.start("server-read", () -> forward.read(connection.server())),
                application.start("client-read", () -> back.read(connection.client())),
                application.start(
                        "client-write", () -> forward.write(connection.client(), beginning, true, List.of(back))),
                application.start(
                        "server-write", () -> back.write(connection.server(), beginning, true, List.of(forward))));
        for (Future<Void> task : tasks) {
            Application.await(task);
        }
        return Replay.outcome(List.of(forward, back), System.nanoTime() - beginning);
    }

    @Override
    public void close() {
        application.close();
    }
}
