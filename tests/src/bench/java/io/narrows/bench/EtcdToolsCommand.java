package io.narrows.bench;

import io.narrows.bench.StoreRounds.Measurement;
import io.narrows.bench.report.EtcdToolsReport;
import io.narrows.bench.report.Metric;
import io.narrows.bench.report.ReportOptions;
import io.narrows.bench.report.Run;
import io.narrows.bench.report.Summary;
import io.narrows.bench.store.EtcdTool;
import io.narrows.bench.store.MeasuredGroup;
import io.narrows.bench.store.ToolTrial;
import io.narrows.testkit.program.Benchmark;
import io.narrows.tests.support.StoreProgram;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares the bundled store with etcd by etcd's own tools, both behind sidecars. */
@Command(
        name = "etcd-tools",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs etcd's own performance tools on three members of etcd and of the bundled store, in turn,"
                + " each beside its sidecar.")
public final class EtcdToolsCommand implements Benchmark {
    @Option(
            names = "--tool",
            split = ",",
            defaultValue = "check-perf-s,check-perf-m,put,range,watch-latency,txn-mixed",
            paramLabel = "TOOL",
            description =
                    "Which tools, one after the other: check-perf-s and check-perf-m (etcdctl check perf, a minute each), put,"
                            + " range, watch-latency, txn-mixed (etcd's benchmark). Default: ${DEFAULT-VALUE}.")
    private List<EtcdTool> tools;

    @Option(
            names = "--total",
            defaultValue = "40000",
            paramLabel = "N",
            description = "Requests of put: twice as many of range, a third of txn-mixed, a fortieth of watch-latency."
                    + " Before range and txn-mixed, as many that are not counted; before the other tools, which write, as many"
                    + " puts as for put. Default: ${DEFAULT-VALUE}.")
    private int total;

    @Option(
            names = "--clients",
            defaultValue = "64",
            paramLabel = "N",
            description = "Of benchmark; each does one thing at a time. Default: ${DEFAULT-VALUE}.")
    private int clients;

    @Option(
            names = "--connections",
            defaultValue = "16",
            paramLabel = "N",
            description = "Of benchmark, shared by its clients. Default: ${DEFAULT-VALUE}.")
    private int connections;

    @Mixin
    private StoreRounds rounds = new StoreRounds(3, StoreProgram.ETCD, StoreProgram.ETCD_3_6, StoreProgram.NARROWS);

    @Mixin
    private ReportOptions report;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Measurement> measurements = tools.stream()
                .<Measurement>map(tool -> group -> Map.of(tool.toString(), measured(group, tool)))
                .toList();
        List<Run> runs = rounds.run(measurements, report);
        report.write(EtcdToolsReport.of(Summary.of(runs, report.maxLoad()), rounds.baseline()));
        return 0;
    }

    private Map<Metric, Double> measured(MeasuredGroup group, EtcdTool tool) throws IOException {
        ToolTrial trial = new ToolTrial(group, tool, total, clients, connections);
        trial.warmUp();
        return OtherLoad.during(trial::run);
    }
}
