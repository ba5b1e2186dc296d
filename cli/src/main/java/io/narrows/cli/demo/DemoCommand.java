package io.narrows.cli.demo;

import io.narrows.cli.option.OutputOption;
import io.narrows.cli.play.Performance;
import io.narrows.cli.play.Player;
import io.narrows.cli.play.Score;
import io.narrows.cli.process.Signals;
import io.narrows.cli.process.StandardOutput;
import io.narrows.codec.CodecSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows on this machine alone what two sidecars save. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description =
                "Carries recorded cluster traffic between two regions through two sidecars, and shows what it saves.",
        footer = {
            "",
            "Two sidecars run as two processes. Traffic recorded between the nodes of real",
            "clusters is played through them at its recorded pace (silences over 100 ms cut)",
            "and compared with the recording at the far end. All other figures are the",
            "sidecars' own metrics. Then a piece of the same traffic is played under each",
            "codec. Ctrl-C ends it early. Each sidecar has a page that shows the same in a",
            "browser; --stay keeps them. The exit code is 1 when a byte differed."
        })
public final class DemoCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description = "How long to show the traffic, as 20s or 2m. Default: ${DEFAULT-VALUE}.")
    private Duration time;

    @Option(
            names = "--stay",
            description = "Leaves the codecs untried and keeps the sidecars with their pages until Ctrl-C.")
    private boolean stay;

    @Mixin
    private OutputOption output;

    private final CountDownLatch stop = new CountDownLatch(1);

    @Override
    public Integer call() throws InterruptedException {
        Signals.handle("INT", stop::countDown);
        Signals.handle("TERM", stop::countDown);
        try {
            return show();
        } catch (IOException e) {
            System.err.println("narrows: " + e.getMessage());
            return 1;
        }
    }

    private int show() throws IOException, InterruptedException {
        Report report = report();
        List<Score> scores = Recordings.load();
        try (Player player = new Player(scores);
                SidecarPair sidecars = start(Topology.of(scores, player.ports()))) {
            report.begin(sidecars.topology());
            LiveFigures whole = live(scores, player, sidecars, report);
            report.carried(whole);
            List<CodecFigures> codecs = stay ? List.of() : trial(new CodecTrial(sidecars, player, scores), report);
            long mismatches = player.tally().mismatches();
            report.summary(whole, codecs, mismatches);
            if (stay) {
                stop.await();
            }
            return mismatches == 0 ? 0 : 1;
        }
    }

    private Report report() {
        PrintWriter out = spec.commandLine().getOut();
        return output.isJson()
                ? new JsonReport(out)
                : new TableReport(new Screen(out, StandardOutput.OUT.isTerminal()));
    }

    private SidecarPair start(Topology topology) throws IOException, InterruptedException {
        Class<?> main = spec.root().userObject().getClass();
        return new SidecarPair(topology, DemoPolicy.LIVE, main);
    }

    private LiveFigures live(List<Score> scores, Player player, SidecarPair sidecars, Report report)
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

    private List<CodecFigures> trial(CodecTrial trial, Report report) throws IOException, InterruptedException {
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
