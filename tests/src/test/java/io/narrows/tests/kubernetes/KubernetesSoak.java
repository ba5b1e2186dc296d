package io.narrows.tests.kubernetes;

import io.narrows.node.file.Directories;
import io.narrows.tests.kubernetes.ApiLoad.Counts;
import io.narrows.tests.kubernetes.KubernetesRun.Result;
import io.narrows.tests.linearizability.CampaignFile;
import io.narrows.tests.linearizability.CampaignLine;
import io.narrows.tests.support.Command;
import io.narrows.tests.support.StoreProgram;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs a Kubernetes API server on etcd and on the bundled store, with the same load and the same faults. The load must be
 * accepted on both. Warnings and errors that the API server logs only on the bundled store fail the run if there is no
 * fault at the time, and are only printed otherwise.
 *
 * <p>{@code bin/soak kubernetes --rounds 1 --seed 7} runs it; it needs the JVM that {@code src/test/jvm/bin/java} starts.
 */
final class KubernetesSoak {
    private final KubernetesOptions options;
    private final PrintStream out;
    private final EtcdFindings etcd = new EtcdFindings();
    private LogKinds ofStore = new LogKinds(Map.of());
    private Counts counts = new Counts(0, 0, 0);

    KubernetesSoak(KubernetesOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** Runs the rounds that the campaign's file lacks; returns whether all succeeded. */
    boolean run() throws IOException, InterruptedException {
        String commit = Command.run("git", "describe", "--always", "--dirty", "--exclude=*")
                .strip();
        CampaignFile file =
                options.file().isPresent() ? CampaignFile.open(options.file().get()) : null;
        boolean good = true;
        for (int i = 0; i < options.rounds(); i++) {
            long seed = options.seed() + i;
            if (file != null && file.has(commit, options.text(), seed)) {
                out.printf("seed %d is there for %s%n", seed, commit);
                continue;
            }
            out.printf("round %d of %d%n", i + 1, options.rounds());
            String verdict = verdict(seed);
            good &= verdict.equals("accepted");
            if (file != null) {
                file.add(new CampaignLine(
                        Instant.now().truncatedTo(ChronoUnit.SECONDS),
                        commit,
                        seed,
                        options.text(),
                        verdict,
                        counts.done(),
                        counts.refused(),
                        counts.unknown()));
            }
        }
        out.println("logged by the API server on etcd:");
        print(etcd.all());
        out.println("logged on the bundled store alone:");
        print(ofStore.beyond(etcd.all()));
        return good;
    }

    private String verdict(long seed) throws IOException, InterruptedException {
        try {
            List<String> complaints = new ArrayList<>();
            for (StoreProgram program : options.stores()) {
                complaints.addAll(round(program, seed));
            }
            complaints.forEach(complaint -> out.println("  " + complaint));
            return complaints.isEmpty() ? "accepted" : "refused";
        } catch (RuntimeException broken) {
            broken.printStackTrace(out);
            return "broken";
        }
    }

    private List<String> round(StoreProgram program, long seed) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("kubernetes");
        out.println("files and logs: " + directory);
        Result result = new KubernetesRun(program, options.phase(), seed, out).run(directory);
        List<String> complaints = new ArrayList<>();
        result.complaints().forEach(complaint -> complaints.add("on " + program.label() + ", " + complaint));
        if (program == StoreProgram.ETCD) {
            etcd.add(result);
        } else {
            counts = result.counts();
            ofStore = ofStore.with(result.all());
            if (options.stores().contains(StoreProgram.ETCD)) {
                complaints.addAll(etcd.differences(result));
            }
        }
        if (complaints.isEmpty()) {
            Directories.delete(directory);
        }
        return complaints;
    }

    private void print(LogKinds kinds) {
        kinds.counts().forEach((kind, count) -> out.printf("  %6d %s%n", count, kind));
    }
}
