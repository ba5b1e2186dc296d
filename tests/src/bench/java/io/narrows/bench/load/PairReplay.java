package io.narrows.bench.load;

import io.narrows.bench.tunnel.Route;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Replays a recording of two nodes at its own pace. Each node replies only to data that has reached it, and every byte is
 * compared.
 *
 * @param recording of all their connections
 */
public record PairReplay(PairRecording recording) {
    /** A connection and the data in both directions. */
    private record Talk(Connection connection, boolean dialledByNear, Lane forward, Lane back) {
        Lane toNear() {
            return dialledByNear ? back : forward;
        }

        Lane toFar() {
            return dialledByNear ? forward : back;
        }
    }

    /**
     * Plays the recording once.
     *
     * @param out route of the connections that the near node dials
     * @param in route of those that the far one dials
     */
    public Outcome run(Route out, Route in) throws IOException {
        try (Application near = new Application(out, Replay.LIMIT);
                Application far = new Application(in, Replay.LIMIT)) {
            List<Talk> talks = new ArrayList<>();
            for (int i = 0; i < recording.dialledByNear().size(); i++) {
                boolean byNear = recording.dialledByNear().get(i);
                talks.add(new Talk(
                        (byNear ? near : far).connect(),
                        byNear,
                        Replay.lane(recording.score(), i, true),
                        Replay.lane(recording.score(), i, false)));
            }
            List<Lane> toNear = talks.stream().map(Talk::toNear).toList();
            List<Lane> toFar = talks.stream().map(Talk::toFar).toList();
            long beginning = System.nanoTime() + Replay.RUN_UP_NANOS;
            List<Future<Void>> tasks = new ArrayList<>();
            for (Talk talk : talks) {
                List<Lane> toClient = talk.dialledByNear() ? toNear : toFar;
                List<Lane> toServer = talk.dialledByNear() ? toFar : toNear;
                tasks.addAll(start(near, talk, beginning, toClient, toServer));
            }
            for (Future<Void> task : tasks) {
                Application.await(task);
            }
            long nanos = System.nanoTime() - beginning;
            return Replay.outcome(Stream.concat(toNear.stream(), toFar.stream()).toList(), nanos);
        }
    }

    private static List<Future<Void>> start(
            Application threads, Talk talk, long beginning, List<Lane> toClient, List<Lane> toServer) {
        SocketChannel client = talk.connection().client();
        SocketChannel server = talk.connection().server();
        return List.of(
                threads.start("server-read", () -> talk.forward().read(server)),
                threads.start("client-read", () -> talk.back().read(client)),
                threads.start("client-write", () -> talk.forward().write(client, beginning, true, toClient)),
                threads.start("server-write", () -> talk.back().write(server, beginning, true, toServer)));
    }
}
