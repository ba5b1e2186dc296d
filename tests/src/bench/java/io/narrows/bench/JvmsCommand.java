package io.narrows.bench;

import io.narrows.bench.load.Recordings;
import io.narrows.bench.load.Trial;
import io.narrows.bench.report.JustStartedReport;
import io.narrows.bench.report.JvmsReport;
import io.narrows.bench.report.Metric;
import io.narrows.bench.report.ReportOptions;
import io.narrows.bench.report.Run;
import io.narrows.bench.report.Run.State;
import io.narrows.bench.report.Summary;
import io.narrows.bench.tunnel.Peer;
import io.narrows.bench.tunnel.Routes;
import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares the same sidecar on different JVMs. */
@Command(
        name = "jvms",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures start, round trips and a replication on each JVM, just started and warm.")
public final class JvmsCommand implements Benchmark {
    private static final String NARROWS = "narrows:zstd:1";
    private static final List<String> USUAL_PEERS = Stream.of(
                    "",
                    "+jdk=25+no-archive",
                    "+jdk=25+c1",
                    "+jdk=25+no-unsafe",
                    "+jdk=25+inlining",
                    "+jdk=17",
                    "+jdk=17+no-archive",
                    "+jdk=17+c1",
                    "+jdk=17+inlining")
            .map(jvm -> NARROWS + jvm)
            .toList();

    @Mixin
    private PeerOptions peerOptions;

    @Option(names = "--reps", defaultValue = "3", paramLabel = "N", description = "Rounds. Default: ${DEFAULT-VALUE}.")
    private int reps;

    @Mixin
    private ReportOptions report;

    private final Routes routes = new Routes();

    @Override
    public Integer call() throws IOException {
        List<Peer> peers = peerOptions.peers(USUAL_PEERS);
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= reps; round++) {
            for (Peer peer : peers) {
                runs.add(justStarted(peer, round));
            }
        }
        Trials catalogue = new Trials(Recordings.own());
        List<Trial> trials = Stream.of("ping", "pg-timed").map(catalogue::parse).toList();
        Comparison comparison = new Comparison(peers, trials, EnumSet.allOf(State.class), catalogue, report::done);
        comparison.run(reps);
        runs.addAll(comparison.runs());
        report.write(JvmsReport.of(Summary.of(runs, report.maxLoad())));
        return comparison.exitCode();
    }

    /** Measures start time, which is that of the slower end, since both start at the same time. */
    private Run justStarted(Peer peer, int round) throws IOException {
        List<Map<Metric, Double>> ends = JustStarted.of(peer, routes.next());
        Map<Metric, Double> slower = Collections.max(ends, Comparator.comparing(end -> end.get(Metric.START_S)));
        Run run = new Run(peer.label(), JustStartedReport.TRIAL, State.WARM, round, slower);
        report.done(run);
        return run;
    }
}
