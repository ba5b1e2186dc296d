package io.narrows.bench;

import io.narrows.bench.load.Bulk;
import io.narrows.bench.load.Recordings;
import io.narrows.bench.load.Recovery;
import io.narrows.bench.load.Trial;
import io.narrows.bench.report.IncompressibleReport;
import io.narrows.bench.report.Metric;
import io.narrows.bench.report.ReportOptions;
import io.narrows.bench.report.Run;
import io.narrows.bench.report.Run.State;
import io.narrows.bench.report.Summary;
import io.narrows.bench.tunnel.Peer;
import io.narrows.bench.tunnel.Routes;
import io.narrows.bench.tunnel.Tunnel;
import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the overhead on streams that cannot be compressed. */
@Command(
        name = "incompressible",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures what random and already compressed streams cost, and how soon a stream is compressed"
                + " that becomes compressible.")
public final class IncompressibleCommand implements Benchmark {
    private static final List<String> USUAL_PEERS =
            List.of("haproxy", "narrows:none", "narrows:lz4", "narrows:zstd:1", "narrows:zstd:3", "narrows:gzip:6");
    private static final int RANDOM_BYTES = 64_000_000;
    private static final double NANOS_PER_MILLI = 1e6;

    @Mixin
    private PeerOptions peerOptions;

    @Option(names = "--reps", defaultValue = "5", paramLabel = "N", description = "Rounds. Default: ${DEFAULT-VALUE}.")
    private int reps;

    @Mixin
    private ReportOptions report;

    @Override
    public Integer call() throws IOException {
        Recordings recordings = Recordings.own();
        byte[] random = new byte[RANDOM_BYTES];
        new SplittableRandom(13).nextBytes(random);
        List<Trial> trials = List.of(new Bulk("random", random), new Bulk("zstd files", recordings.packed()));
        List<Peer> peers = peerOptions.peers(USUAL_PEERS);
        Comparison comparison =
                new Comparison(peers, trials, EnumSet.of(State.WARM), new Trials(recordings), report::done);
        comparison.run(reps);
        List<Run> runs = new ArrayList<>(comparison.runs());
        int failures = addRecoveries(peers, recordings.bulk(), runs);
        report.write(IncompressibleReport.of(Summary.of(runs, report.maxLoad())));
        return Math.max(comparison.exitCode(), Math.min(failures, 1));
    }

    /** @return the number of failures */
    private int addRecoveries(List<Peer> peers, byte[] content, List<Run> runs) {
        Routes routes = new Routes();
        int failures = 0;
        for (int round = 1; round <= reps; round++) {
            for (Peer peer : peers) {
                if (!peer.compresses()) {
                    continue;
                }
                try (Tunnel tunnel = Tunnel.open(peer, routes.next())) {
                    double millis = Recovery.measure(tunnel, content).toNanos() / NANOS_PER_MILLI;
                    Run run = new Run(
                            peer.label(),
                            IncompressibleReport.RECOVERY,
                            State.WARM,
                            round,
                            Map.of(Metric.COMPRESSED_AFTER_MS, millis));
                    runs.add(run);
                    report.done(run);
                } catch (IOException | IllegalStateException e) {
                    failures++;
                    System.err.printf("bench: %s, recovery failed: %s%n", peer.label(), e.getMessage());
                }
            }
        }
        return failures;
    }
}
