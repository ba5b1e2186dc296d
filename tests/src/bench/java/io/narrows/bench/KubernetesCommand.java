package io.narrows.bench;

import io.narrows.bench.report.KubernetesReport;
import io.narrows.bench.report.Metric;
import io.narrows.bench.report.ReportOptions;
import io.narrows.bench.report.Run;
import io.narrows.bench.report.Summary;
import io.narrows.bench.store.ApiRequest;
import io.narrows.bench.store.ApiServerTrial;
import io.narrows.bench.store.MeasuredGroup;
import io.narrows.testkit.program.Benchmark;
import io.narrows.tests.support.StoreProgram;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares the bundled store with etcd as the store of a Kubernetes API server, both behind sidecars. */
@Command(
        name = "kubernetes",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Sends requests to a Kubernetes API server on three members of etcd and of the bundled store, in turn,"
                        + " each beside its sidecar; then kills all members.")
public final class KubernetesCommand implements Benchmark {
    @Option(
            names = "--for",
            defaultValue = "20",
            paramLabel = "SECONDS",
            description = "Of updates, renewals and gets, after three quarters as many that are not counted."
                    + " Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--clients",
            defaultValue = "16",
            paramLabel = "N",
            description = "Each sends one request at a time on its own connection. Default: ${DEFAULT-VALUE}.")
    private int clients;

    @Option(
            names = "--objects",
            defaultValue = "5000",
            paramLabel = "N",
            description = "ConfigMaps that are created, updated and read; a tenth as many Leases are renewed."
                    + " Default: ${DEFAULT-VALUE}.")
    private int objects;

    @Mixin
    private StoreRounds rounds = new StoreRounds(1, StoreProgram.ETCD_3_6, StoreProgram.NARROWS);

    @Mixin
    private ReportOptions report;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Run> runs = rounds.run(List.of(this::measured), report);
        report.write(KubernetesReport.of(Summary.of(runs, report.maxLoad()), rounds.baseline()));
        return 0;
    }

    private Map<String, Map<Metric, Double>> measured(MeasuredGroup group) throws IOException {
        Duration time = Duration.ofSeconds(seconds);
        ApiServerTrial trial = ApiServerTrial.start(group, clients, objects);
        trial.warmUp(time.multipliedBy(3).dividedBy(4));
        Map<String, Map<Metric, Double>> trials = new LinkedHashMap<>();
        for (ApiRequest request : ApiRequest.values()) {
            trials.put(request.toString(), OtherLoad.during(() -> trial.run(request, time)));
        }
        trials.put(KubernetesReport.RECOVERY, OtherLoad.during(trial::recover));
        return trials;
    }
}
