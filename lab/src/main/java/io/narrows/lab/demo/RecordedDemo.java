package io.narrows.lab.demo;

import io.narrows.codec.CodecSpec;
import io.narrows.lab.play.Performance;
import io.narrows.lab.play.Player;
import io.narrows.lab.play.Score;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Plays recorded traffic through two sidecars, first under one policy, then a piece of it under each codec. */
final class RecordedDemo {
    private final Class<?> main;
    private final Duration time;
    private final boolean keepRunning;
    private final Report report;
    private final CountDownLatch stop;

    /**
     * @param main the program's main class
     * @param time how long the traffic is shown
     * @param keepRunning does not try other codecs, and keeps the sidecars running until Ctrl-C
     * @param stop ends it early
     */
    RecordedDemo(Class<?> main, Duration time, boolean keepRunning, Report report, CountDownLatch stop) {
        this.main = main;
        this.time = time;
        this.keepRunning = keepRunning;
        this.report = report;
        this.stop = stop;
    }

    /** Runs the demo. Returns the program's exit code. */
    int show() throws IOException, InterruptedException {
        List<Score> scores = Recordings.load();
        try (Player player = new Player(scores);
                SidecarPair sidecars = new SidecarPair(Topology.of(scores, player.ports()), DemoPolicy.LIVE, main)) {
            report.begin(sidecars.topology());
            LiveFigures whole = live(scores, player, sidecars);
            report.carried(whole);
            List<CodecFigures> codecs = keepRunning ? List.of() : trial(new CodecTrial(sidecars, player, scores));
            long mismatches = player.tally().mismatches();
            report.summary(whole, codecs, mismatches);
            if (keepRunning) {
                stop.await();
            }
            return mismatches == 0 ? 0 : 1;
        }
    }

    private LiveFigures live(List<Score> scores, Player player, SidecarPair sidecars)
            throws IOException, InterruptedException {
        LiveView view = new LiveView(DemoPolicy::label, player.tally(), sidecars.read());
        Performance performance = player.repeat(scores, sidecars.topology()::entrance);
        long beginning = System.nanoTime();
        long second = TimeUnit.SECONDS.toNanos(1);
        long at = second;
        while (at <= time.toNanos() && !stop.await(beginning + at - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            report.live(view.next(sidecars.read()));
            at += second;
        }
        performance.stop();
        performance.awaitEnd();
        return view.whole(sidecars.read());
    }

    private List<CodecFigures> trial(CodecTrial trial) throws IOException, InterruptedException {
        List<CodecFigures> tried = new ArrayList<>();
        if (stop.getCount() > 0) {
            report.tried(tried);
            trial.warmUp();
        }
        for (CodecSpec codec : CodecTrial.CODECS) {
            if (stop.getCount() > 0) {
                tried.add(trial.measure(codec));
                report.tried(tried);
            }
        }
        return tried;
    }
}
