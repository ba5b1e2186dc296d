package io.narrows.bench;

import com.sun.management.UnixOperatingSystemMXBean;
import io.narrows.bench.load.IdleLinks;
import io.narrows.bench.load.Recordings;
import io.narrows.bench.load.StoppedReader;
import io.narrows.bench.report.JustStartedReport;
import io.narrows.bench.report.MemoryReport;
import io.narrows.bench.report.Metric;
import io.narrows.bench.report.ReportOptions;
import io.narrows.bench.report.Run;
import io.narrows.bench.report.Run.State;
import io.narrows.bench.report.Summary;
import io.narrows.bench.tunnel.Peer;
import io.narrows.bench.tunnel.Peers;
import io.narrows.bench.tunnel.Resident;
import io.narrows.bench.tunnel.Routes;
import io.narrows.bench.tunnel.Tunnel;
import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures the memory of sidecars: idle, of open links, and of those that have ended. */
@Command(
        name = "memory",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures start time, resident memory when idle, of open links, behind a reader that stopped, and after links that have"
                        + " ended.")
public final class MemoryCommand implements Benchmark {
    private static final double BYTES_PER_MB = 1e6;
    private static final double BYTES_PER_KB = 1e3;
    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final int READER_BYTES = 256 << 20;
    private static final String DENSE_PEER = "narrows:dense:2+gc-log";

    @Parameters(
            arity = "0..*",
            paramLabel = "PART",
            defaultValue = "start links reader dense",
            split = " ",
            description =
                    "start (and idle), links (open ones), reader (that stopped), dense (links that come and go, and many that are open)."
                            + " Default: ${DEFAULT-VALUE}.")
    private List<Part> parts;

    /** A part of the benchmark, as on the command line. */
    private enum Part {
        START,
        LINKS,
        READER,
        DENSE
    }

    @Option(
            names = "--codec",
            defaultValue = "zstd:1",
            paramLabel = "CODEC",
            description = "As after narrows: in --peers of others. Default: ${DEFAULT-VALUE}.")
    private String codec;

    @Option(
            names = "--links",
            defaultValue = "5000",
            paramLabel = "N",
            description =
                    "Each takes four file descriptors of this process, two of each sidecar. Default: ${DEFAULT-VALUE}.")
    private int links;

    @Option(
            names = "--dense-links",
            defaultValue = "1000",
            paramLabel = "N",
            description =
                    "Dense links that are opened and closed; also those of many that are open. Default: ${DEFAULT-VALUE}.")
    private int denseLinks;

    @Option(
            names = "--together",
            defaultValue = "100",
            paramLabel = "N",
            description = "How many of those that are opened and closed are open at a time. Default: ${DEFAULT-VALUE}.")
    private int together;

    @Option(
            names = "--times",
            defaultValue = "3",
            paramLabel = "N",
            description = "How often they are opened and closed; 0 for never. Default: ${DEFAULT-VALUE}.")
    private int times;

    @Option(
            names = "--many-links",
            defaultValue = "10000",
            paramLabel = "N",
            description =
                    "Links that are open at a time, the dense ones among them; 0 for none. Each takes two file descriptors of three"
                            + " processes: fewer if the limit is lower. Default: ${DEFAULT-VALUE}.")
    private int manyLinks;

    @Option(
            names = "--kb",
            defaultValue = "200",
            paramLabel = "KB",
            description = "Bytes of recorded traffic in each direction of a dense link. Default: ${DEFAULT-VALUE}.")
    private int kb;

    @Option(names = "--reps", defaultValue = "5", paramLabel = "N", description = "Rounds. Default: ${DEFAULT-VALUE}.")
    private int reps;

    @Mixin
    private ReportOptions report;

    private final Routes routes = new Routes();
    private int mismatches;

    @Override
    public Integer call() throws IOException {
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= reps; round++) {
            for (Part part : parts) {
                run(part, round, runs);
            }
        }
        report.write(MemoryReport.of(Summary.of(runs, report.maxLoad())));
        System.err.printf("bench: %d mismatches%n", mismatches);
        return mismatches == 0 ? 0 : 1;
    }

    private void run(Part part, int round, List<Run> runs) throws IOException {
        Peer peer = Peers.parse("narrows:" + codec);
        switch (part) {
            case START -> {
                add(peer.label(), JustStartedReport.TRIAL, round, JustStarted.of(peer, routes.next()), runs);
                add(peer.label(), MemoryReport.IDLE, round, JustStarted.idleFor(IDLE, peer, routes.next()), runs);
            }
            case LINKS -> add(peer.label(), MemoryReport.LINKS, round, openLinks(peer), runs);
            case READER -> add(peer.label(), MemoryReport.STOPPED_READER, round, stoppedReader(peer), runs);
            case DENSE -> runDense(round, runs);
        }
    }

    private void runDense(int round, List<Run> runs) throws IOException {
        byte[] content = Recordings.own().bulk();
        if (times > 0) {
            Peer peer = Peers.parse(DENSE_PEER);
            DenseMemory memory = new DenseMemory(routes, content, kb * 1_000);
            add(
                    peer.label(),
                    MemoryReport.COME_AND_GO,
                    round,
                    memory.comeAndGo(peer, denseLinks, together, times),
                    runs);
        }
        if (manyLinks > 0) {
            int fitting = ManyLinks.fitting(manyLinks, openFiles());
            ManyLinks.Figures figures = new ManyLinks(routes, content).measure(fitting, Math.min(denseLinks, fitting));
            add(ManyLinks.PEER, MemoryReport.MANY_LINKS, round, figures.resident(), runs);
            add(ManyLinks.PEER, MemoryReport.MANY_LINKS_HEAP, round, figures.heap(), runs);
        }
    }

    /** Returns the limit of open files of this process, which the sidecars inherit. */
    private static long openFiles() {
        return ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                .getMaxFileDescriptorCount();
    }

    /** @param figures of each end, the exit's first */
    private void add(String peer, String trial, int round, List<Map<Metric, Double>> figures, List<Run> runs) {
        List<String> ends = List.of("far", "near");
        for (int i = ends.size() - 1; i >= 0; i--) {
            Run run = new Run(peer + ", " + ends.get(i), trial, State.WARM, round, figures.get(i));
            runs.add(run);
            report.done(run);
        }
    }

    private List<Map<Metric, Double>> openLinks(Peer peer) throws IOException {
        try (Tunnel tunnel = Tunnel.open(peer, routes.next().uncounted())) {
            Measurement.settle();
            List<Resident> idle = tunnel.resident();
            try (IdleLinks open = new IdleLinks(tunnel.route(), links)) {
                Measurement.settle();
                List<Resident> unused = tunnel.resident();
                mismatches += open.exchange();
                Measurement.settle();
                List<Resident> used = tunnel.resident();
                return eachEnd(end -> Map.of(
                        Metric.LINKS,
                        (double) links,
                        Metric.KB_PER_LINK,
                        more(unused, idle, end) / BYTES_PER_KB / links,
                        Metric.KB_PER_USED_LINK,
                        more(used, idle, end) / BYTES_PER_KB / links));
            }
        }
    }

    private List<Map<Metric, Double>> stoppedReader(Peer peer) throws IOException {
        try (Tunnel tunnel = Tunnel.open(peer, routes.next().uncounted())) {
            Measurement.settle();
            List<Resident> idle = tunnel.resident();
            try (StoppedReader reader = new StoppedReader(tunnel.route(), READER_BYTES)) {
                long taken = reader.fill();
                List<Resident> full = tunnel.resident();
                mismatches += reader.readAll() ? 0 : 1;
                return eachEnd(end -> Map.of(
                        Metric.HELD_BACK_AFTER_MB,
                        taken / BYTES_PER_MB,
                        Metric.STOPPED_READER_MB,
                        more(full, idle, end) / BYTES_PER_MB));
            }
        }
    }

    private static double more(List<Resident> now, List<Resident> before, int end) {
        return now.get(end).bytes() - before.get(end).bytes();
    }

    private static List<Map<Metric, Double>> eachEnd(IntFunction<Map<Metric, Double>> figures) {
        return List.of(figures.apply(0), figures.apply(1));
    }
}
