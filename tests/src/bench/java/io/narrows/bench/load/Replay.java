package io.narrows.bench.load;

import io.narrows.bench.tunnel.Route;
import io.narrows.lab.play.Cue;
import io.narrows.lab.play.Dialogue;
import io.narrows.lab.play.Score;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Replays a recording over as many connections as it has, in both directions, and compares every byte.
 *
 * @param paced at the recorded pace, or at full speed
 */
public record Replay(String name, Score score, boolean paced) implements Trial {
    static final Duration LIMIT = Duration.ofSeconds(180);
    static final long RUN_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    @Override
    public Outcome run(Route route) throws IOException {
        try (Application application = new Application(route, LIMIT)) {
            List<Lane> lanes = new ArrayList<>();
            List<Session> sessions = new ArrayList<>();
            for (int i = 0; i < score.dialogues().size(); i++) {
                lanes.add(lane(score, i, true));
                lanes.add(lane(score, i, false));
                sessions.add(application.open());
            }
            long beginning = System.nanoTime() + RUN_UP_NANOS;
            List<Future<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < sessions.size(); i++) {
                Session session = sessions.get(i);
                Lane forward = lanes.get(2 * i);
                Lane back = lanes.get(2 * i + 1);
                tasks.add(application.start("server-read", () -> forward.read(session.server())));
                tasks.add(application.start("client-read", () -> back.read(session.client())));
                tasks.add(application.start("client-write", () -> forward.write(session.client(), beginning, paced)));
                tasks.add(application.start("server-write", () -> back.write(session.server(), beginning, paced)));
            }
            for (Future<Void> task : tasks) {
                Application.await(task);
            }
            return outcome(lanes, System.nanoTime() - beginning);
        }
    }

    /** Returns one direction of one dialogue. */
    static Lane lane(Score score, int dialogue, boolean client) {
        Dialogue said = score.dialogues().get(dialogue);
        List<Cue> cues = score.cues().stream()
                .filter(cue -> cue.dialogue() == dialogue && cue.client() == client)
                .toList();
        return new Lane(
                client ? said.client() : said.server(),
                cues.stream().mapToLong(Cue::nanos).toArray(),
                cues.stream().mapToInt(Cue::upTo).toArray());
    }

    static Outcome outcome(List<Lane> lanes, long nanos) {
        Histogram delays = Lane.histogram();
        lanes.forEach(lane -> delays.add(lane.delays()));
        return new Outcome(
                lanes.stream().mapToLong(Lane::bytes).sum(),
                lanes.stream().mapToLong(Lane::mismatches).sum(),
                nanos,
                delays);
    }
}
