package io.narrows.bench;

import io.narrows.bench.load.BusiestConnection;
import io.narrows.bench.load.Outcome;
import io.narrows.bench.load.PairRecording;
import io.narrows.bench.load.PairReplay;
import io.narrows.bench.load.RepeatedReplay;
import io.narrows.bench.machine.Burner;
import io.narrows.bench.tunnel.MutualTunnel;
import io.narrows.bench.tunnel.Routes;
import io.narrows.codec.CodecSpec;
import io.narrows.config.AutoSettings;
import io.narrows.lab.play.Cue;
import io.narrows.lab.play.Dialogue;
import io.narrows.lab.play.Score;
import io.narrows.tests.support.Metrics;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Compares {@code codec: auto} with each of its candidates on a recorded connection. A part is one replay at the recorded pace,
 * several if they are short, or a faster one if it is long. Fixed codecs are measured at the second part, auto at the first one
 * after it had time to choose.
 */
final class AutoComparison {
    /** The time that auto has to choose. */
    private static final Duration CHOOSING = Duration.ofSeconds(30);

    /** The duration of a part, about. */
    private static final long PART_NANOS = 6_000_000_000L;

    /** One and a half times the largest window of a candidate, which would otherwise find the previous replay in its history. */
    private static final int LEAST_BYTES = 6 << 20;

    /** Replays through a tunnel. */
    @FunctionalInterface
    private interface Part extends Closeable {
        Outcome replay() throws IOException;

        @Override
        default void close() {}
    }

    private final PairRecording recording;
    private final boolean nearSends;
    private final boolean onOneConnection;
    private final int replays;
    private final Routes routes = new Routes();

    /**
     * @param onOneConnection whether all replays through a pair of sidecars use the same connection
     * @throws IOException if the recording is too small for that
     */
    AutoComparison(BusiestConnection connection, boolean onOneConnection) throws IOException {
        Score score = connection.recording().score();
        Dialogue dialogue = score.dialogues().get(0);
        int bytes = Math.max(dialogue.client().length, dialogue.server().length);
        if (onOneConnection && bytes < LEAST_BYTES) {
            throw new IOException("%s: %d bytes (expected with --one-connection: at least %d)"
                    .formatted(score.name(), bytes, LEAST_BYTES));
        }
        long nanos =
                Math.max(1, score.cues().stream().mapToLong(Cue::nanos).max().orElse(0));
        int times = (int) Math.max(1, Math.round((double) nanos / PART_NANOS));
        this.recording =
                new PairRecording(score.faster(times), connection.recording().dialledByNear());
        this.onOneConnection = onOneConnection;
        this.nearSends = connection.byClient();
        this.replays = (int) Math.max(1, Math.round((double) PART_NANOS * times / nanos));
        System.err.printf(
                "bench: %s, %.1f s, %d times as fast, %d replays%n", score.name(), nanos / 1e9, times, replays);
    }

    /**
     * Measures, and returns a table with a line for each codec and for auto.
     *
     * @param burns whether to measure auto and the best codec again while other processes take the processors
     */
    String table(boolean burns) throws IOException {
        AutoTable table = new AutoTable(recording.score().name());
        List<CodecRun> fixed = new ArrayList<>();
        for (CodecSpec candidate : AutoSettings.STANDARD.candidates()) {
            fixed.add(measured(CodecRule.of(candidate), false));
        }
        CodecRun best = fixed.stream()
                .min(Comparator.comparingDouble(CodecRun::usdPerGigabyte))
                .orElseThrow();
        fixed.forEach(run -> table.row(run, best));
        table.row(measured(CodecRule.AUTO, false), best);
        if (burns) {
            CodecRun bestOfFew = measured(best.rule(), true);
            table.row(bestOfFew, bestOfFew);
            table.row(measured(CodecRule.AUTO, true), bestOfFew);
        }
        return table.toString();
    }

    private CodecRun measured(CodecRule rule, boolean burns) throws IOException {
        CodecRule named = burns ? rule.beside("busy processors") : rule;
        String name = recording.score().name() + ", " + named.label();
        try (MutualTunnel tunnel = MutualTunnel.open(rule.text(), routes.next(), routes.next());
                Burner burner = burns ? Burner.start() : Burner.NONE;
                SidecarWatch watch = SidecarWatch.of(tunnel, nearSends, name, rule.isAuto());
                Part part = part(tunnel)) {
            long begun = System.nanoTime();
            do {
                play(part);
            } while (rule.isAuto() && System.nanoTime() - begun < CHOOSING.toNanos());
            SentFigures before = sent(tunnel);
            watch.forgetChoices();
            play(part);
            SentFigures sent = sent(tunnel).minus(before);
            tunnel.check();
            watch.check();
            burner.check();
            System.err.printf("bench: %s, %.6f USD per GB%n", name, sent.usdPerGigabyte());
            watch.printLastAnswer();
            return new CodecRun(named, sent, watch.mostProcessors(), watch.choices());
        }
    }

    private Part part(MutualTunnel tunnel) throws IOException {
        if (!onOneConnection) {
            return () -> new PairReplay(recording).run(tunnel.out(), tunnel.in());
        }
        RepeatedReplay repeated = RepeatedReplay.open(recording, tunnel.out());
        return new Part() {
            @Override
            public Outcome replay() throws IOException {
                return repeated.run();
            }

            @Override
            public void close() {
                repeated.close();
            }
        };
    }

    private void play(Part part) throws IOException {
        for (int i = 0; i < replays; i++) {
            if (part.replay().mismatches() > 0) {
                throw new IOException("the tunnel delivered other bytes than were sent");
            }
        }
    }

    /** Reads the figures when all of a part is counted. */
    private SentFigures sent(MutualTunnel tunnel) throws IOException {
        Measurement.pause(SentFigures.LAG);
        return SentFigures.of(new Metrics(tunnel.ask(nearSends, "/metrics")));
    }
}
