package io.narrows.bench.load;

import io.narrows.bench.tunnel.Route;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;

/** A recording of two nodes at its own pace, each answering only what has reached it, every byte compared. */
public final class PairReplay {
    private final PairRecording recording;
    private final List<Lane> lanes = new ArrayList<>();
    private final List<Lane> toNear = new ArrayList<>();
    private final List<Lane> toFar = new ArrayList<>();

    /** What the two directions of one connection are. */
    private record Way(Connection connection, boolean dialledByNear, Lane forward, Lane back) {}

    public PairReplay(PairRecording recording) {
        this.recording = recording;
    }

    /**
     * Plays it once.
     *
     * @param out of connections that the near node dials
     * @param in of those that the far one dials
     */
    public Outcome run(Route out, Route in) throws IOException {
        try (Application near = new Application(out, Replay.LIMIT);
                Application far = new Application(in, Replay.LIMIT)) {
            List<Way> ways = new ArrayList<>();
            for (int i = 0; i < recording.dialledByNear().size(); i++) {
                boolean byNear = recording.dialledByNear().get(i);
                Lane forward = Replay.lane(recording.score(), i, true);
                Lane back = Replay.lane(recording.score(), i, false);
                (byNear ? toFar : toNear).add(forward);
                (byNear ? toNear : toFar).add(back);
                lanes.add(forward);
                lanes.add(back);
                ways.add(new Way((byNear ? near : far).connect(), byNear, forward, back));
            }
            long beginning = System.nanoTime() + Replay.RUN_UP_NANOS;
            List<Future<Void>> tasks = new ArrayList<>();
            for (Way way : ways) {
                tasks.addAll(start(near, way, beginning));
            }
            for (Future<Void> task : tasks) {
                Application.await(task);
            }
            return Replay.outcome(lanes, System.nanoTime() - beginning);
        }
    }

    private List<Future<Void>> start(Application threads, Way way, long beginning) {
        Connection connection = way.connection();
        List<Lane> toClient = way.dialledByNear() ? toNear : toFar;
        List<Lane> toServer = way.dialledByNear() ? toFar : toNear;
        return List.of(
                threads.start("server-read", () -> way.forward().read(connection.server())),
                threads.start("client-read", () -> way.back().read(connection.client())),
                threads.start(
                        "client-write", () -> way.forward().write(connection.client(), beginning, true, toClient)),
                threads.start("server-write", () -> way.back().write(connection.server(), beginning, true, toServer)));
    }
}
