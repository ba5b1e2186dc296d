package io.narrows.bench;

import io.narrows.bench.load.Heartbeats;
import io.narrows.bench.load.Recordings;
import io.narrows.bench.load.Trial;
import io.narrows.bench.report.HeartbeatsReport;
import io.narrows.bench.report.ReportOptions;
import io.narrows.bench.report.Run.State;
import io.narrows.bench.report.Summary;
import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the effect of a bulk transfer on concurrent heartbeats. */
@Command(
        name = "heartbeats",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures how long 100 bytes each 100 ms take one way, alone and during a bulk transfer.")
public final class HeartbeatsCommand implements Benchmark {
    private static final List<String> USUAL_PEERS =
            List.of("none", "haproxy", "ssh-C", "narrows:none", "narrows:zstd:1", "narrows:gzip:9");

    @Mixin
    private PeerOptions peerOptions;

    @Option(
            names = "--seconds",
            defaultValue = "20",
            paramLabel = "N",
            description = "How long each measurement takes. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(names = "--reps", defaultValue = "3", paramLabel = "N", description = "Rounds. Default: ${DEFAULT-VALUE}.")
    private int reps;

    @Mixin
    private ReportOptions report;

    @Override
    public Integer call() throws IOException {
        Recordings recordings = Recordings.own();
        Duration time = Duration.ofSeconds(seconds);
        List<Trial> trials = List.of(
                new Heartbeats("alone", time, new byte[0]), new Heartbeats("beside bulk", time, recordings.bulk()));
        Comparison comparison = new Comparison(
                peerOptions.peers(USUAL_PEERS), trials, EnumSet.of(State.WARM), new Trials(recordings), report::done);
        comparison.run(reps);
        report.write(HeartbeatsReport.of(Summary.of(comparison.runs(), report.maxLoad())));
        return comparison.exitCode();
    }
}
