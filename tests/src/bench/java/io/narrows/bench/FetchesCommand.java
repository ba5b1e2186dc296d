package io.narrows.bench;

import io.narrows.bench.kafka.FetchStream;
import io.narrows.bench.kafka.FetchStream.Packing;
import io.narrows.bench.kafka.Setting;
import io.narrows.bench.load.Fetches;
import io.narrows.bench.load.Outcome;
import io.narrows.bench.report.DocOptions;
import io.narrows.bench.report.MarkdownTable;
import io.narrows.bench.report.Spread;
import io.narrows.bench.tunnel.MutualTunnel;
import io.narrows.bench.tunnel.Routes;
import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the one-way delay of Kafka's fetch responses and the sidecars' processor time, with and without unpack. */
@Command(
        name = "fetches",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Sends responses with batches in lz4, and with batches that are not compressed, at a constant rate.")
public final class FetchesCommand implements Benchmark {
    private static final double BYTES_PER_MB = 1e6;
    private static final double BYTES_PER_GB = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    private record Run(Outcome outcome, double sendingCpu, double receivingCpu, double wireShare) {
        double millis(double percentile) {
            return outcome.delays().getValueAtPercentile(percentile) / NANOS_PER_MILLI;
        }

        double perGigabyte(double cpuSeconds) {
            return cpuSeconds * BYTES_PER_GB / outcome.bytes();
        }
    }

    @Option(
            names = "--settings",
            split = ",",
            defaultValue = "zstd,zstd-unpack",
            paramLabel = "NAME",
            description = "Of the sidecars. Default: ${DEFAULT-VALUE}.")
    private List<String> settings;

    @Option(
            names = "--rate",
            defaultValue = "20",
            paramLabel = "MB/S",
            description = "Of the responses as producers compressed them. Default: ${DEFAULT-VALUE}.")
    private double rate;

    @Option(
            names = "--for",
            defaultValue = "10",
            paramLabel = "SECONDS",
            description = "Of a measurement, after as many that do not count. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(names = "--reps", defaultValue = "5", paramLabel = "N", description = "Rounds. Default: ${DEFAULT-VALUE}.")
    private int reps;

    @Mixin
    private DocOptions doc;

    @Override
    public Integer call() throws IOException {
        Map<String, List<Run>> runs = new LinkedHashMap<>();
        Routes routes = new Routes();
        for (Packing packing : Packing.values()) {
            FetchStream warmUp = FetchStream.of(packing, 1, bytes());
            FetchStream measured = FetchStream.of(packing, 2, bytes());
            for (int round = 1; round <= reps; round++) {
                for (String name : settings) {
                    Setting setting = Setting.named(name);
                    String row = packing.label() + ", " + setting.label();
                    try (MutualTunnel tunnel = MutualTunnel.open(setting.rule(), routes.next(), routes.next())) {
                        run(warmUp, tunnel);
                        runs.computeIfAbsent(row, any -> new ArrayList<>()).add(run(measured, tunnel));
                    }
                    System.err.println("bench: round " + round + ", " + row);
                }
            }
        }
        doc.publish(table(runs));
        return 0;
    }

    private int bytes() {
        return (int) (rate * BYTES_PER_MB * seconds);
    }

    private Run run(FetchStream stream, MutualTunnel tunnel) throws IOException {
        Measurement.settle();
        double sendingBefore = tunnel.cpuSeconds(false);
        double receivingBefore = tunnel.cpuSeconds(true);
        long wireBefore = tunnel.usage().wireBytes();
        Outcome outcome =
                new Fetches("fetches", stream.content(), stream.ends(), rate * BYTES_PER_MB).run(tunnel.out());
        Measurement.settle();
        tunnel.check();
        if (outcome.mismatches() > 0) {
            throw new IOException("the tunnel delivered other bytes than were sent");
        }
        return new Run(
                outcome,
                tunnel.cpuSeconds(false) - sendingBefore,
                tunnel.cpuSeconds(true) - receivingBefore,
                (double) (tunnel.usage().wireBytes() - wireBefore) / outcome.bytes());
    }

    private static String table(Map<String, List<Run>> runs) {
        MarkdownTable table = MarkdownTable.ofFigures(
                "batches, sidecars",
                List.of("wire / app", "p50 ms", "p99 ms", "sender's CPU s per GB", "receiver's CPU s per GB"));
        runs.forEach((row, of) -> table.row(
                row,
                List.of(
                        spread(of, Run::wireShare).text(3),
                        spread(of, run -> run.millis(50)).text(2),
                        spread(of, run -> run.millis(99)).text(2),
                        spread(of, run -> run.perGigabyte(run.sendingCpu())).text(1),
                        spread(of, run -> run.perGigabyte(run.receivingCpu())).text(1))));
        return table.toString();
    }

    private static Spread spread(List<Run> runs, ToDoubleFunction<Run> figure) {
        return Spread.of(runs.stream().map(figure::applyAsDouble).toList());
    }
}
