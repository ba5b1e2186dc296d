package io.narrows.bench;

import io.narrows.bench.load.Recordings;
import io.narrows.bench.load.Trial;
import io.narrows.bench.report.PeersReport;
import io.narrows.bench.report.ReportOptions;
import io.narrows.bench.report.Run.State;
import io.narrows.bench.report.Summary;
import io.narrows.bench.tunnel.Peer;
import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares Narrows with other tunnels on the same work. */
@Command(
        name = "peers",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs each trial through each peer, round by round, and prints medians.")
public final class PeersCommand implements Benchmark {
    private static final List<String> USUAL_PEERS = List.of(
            "none",
            "haproxy",
            "socat",
            "ssh",
            "ssh-C",
            "narrows:none",
            "narrows:lz4",
            "narrows:zstd:1",
            "narrows:zstd:3",
            "narrows:zstd:1+mtls");

    @Parameters(
            arity = "0..*",
            paramLabel = "TRIAL",
            defaultValue = "ping bulk etcd-timed pg-timed",
            split = " ",
            description =
                    "ping, bulk, RECORDING-timed (at its own pace), RECORDING-fast; recordings are etcd, pg, ratis."
                            + " Default: ${DEFAULT-VALUE}.")
    private List<String> trials;

    @Mixin
    private PeerOptions peerOptions;

    @Option(
            names = "--state",
            split = ",",
            paramLabel = "STATE",
            description = "cold (just started), warm (after a replay and a ping). Default: both; peers that do not"
                    + " warm up are measured once.")
    private List<State> states = List.of(State.COLD, State.WARM);

    @Option(
            names = "--reps",
            defaultValue = "5",
            paramLabel = "N",
            description = "Rounds over all trials and peers. Default: ${DEFAULT-VALUE}.")
    private int reps;

    @Option(
            names = "--baseline",
            paramLabel = "PEER",
            defaultValue = PeersReport.BASELINE,
            description = "Peer, one of --peers, that medians are divided by. Default: ${DEFAULT-VALUE}.")
    private String baseline;

    @Option(
            names = "--traces",
            paramLabel = "DIR",
            description = "More recordings: directories with an index.json, each under its own name.")
    private Path traces;

    @Mixin
    private ReportOptions report;

    @Override
    public Integer call() throws IOException {
        Recordings recordings = Recordings.own();
        if (traces != null) {
            recordings.addTraces(traces);
        }
        Trials catalogue = new Trials(recordings);
        List<Trial> chosen = trials.stream().map(catalogue::parse).toList();
        List<Peer> peers = peerOptions.peers(USUAL_PEERS);
        Comparison comparison = new Comparison(peers, chosen, EnumSet.copyOf(states), catalogue, report::done);
        comparison.run(reps);
        report.write(PeersReport.of(Summary.of(comparison.runs(), report.maxLoad()), peerOptions.label(baseline)));
        return comparison.exitCode();
    }
}
