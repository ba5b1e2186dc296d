package io.narrows.bench;

import io.narrows.bench.load.Bulk;
import io.narrows.bench.load.Ping;
import io.narrows.bench.load.Recordings;
import io.narrows.bench.load.Replay;
import io.narrows.bench.load.Trial;
import java.util.List;

/** Trials by name: {@code ping}, {@code bulk}, and {@code NAME-timed} and {@code NAME-fast} of recordings. */
final class Trials {
    static final int PING_ROUNDS = 20_000;
    private static final String BULK = "bulk";
    private static final String TIMED = "-timed";
    private static final String FAST = "-fast";
    /** The warm-up recording for trials that do not define one. */
    private static final String USUAL = "pg";

    private final Recordings recordings;

    Trials(Recordings recordings) {
        this.recordings = recordings;
    }

    /** @throws IllegalArgumentException if there is no such trial; the message says what was expected */
    Trial parse(String name) {
        if (name.equals(Ping.NAME)) {
            return new Ping(PING_ROUNDS);
        }
        if (name.equals(BULK)) {
            return new Bulk(name, recordings.bulk());
        }
        if (name.endsWith(TIMED) || name.endsWith(FAST)) {
            boolean paced = name.endsWith(TIMED);
            String recording = name.substring(0, name.length() - (paced ? TIMED : FAST).length());
            return new Replay(name, recordings.get(recording), paced);
        }
        throw new IllegalArgumentException(
                "unknown trial '%s' (expected: ping, bulk, RECORDING-timed or RECORDING-fast)".formatted(name));
    }

    /** Returns the warm-up for a trial: a recording at full speed, and a ping. */
    List<Trial> warmUp(Trial trial) {
        String recording = trial instanceof Replay replay ? replay.score().name() : USUAL;
        return List.of(parse(recording + FAST), parse(Ping.NAME));
    }
}
