package io.narrows.lab.cluster;

import io.narrows.lab.load.Demand;
import io.narrows.lab.load.EtcdLoad;
import io.narrows.lab.load.LoadFigures;
import io.narrows.lab.load.LoadSettings;
import io.narrows.lab.load.Mix;
import io.narrows.lab.load.Population;
import io.narrows.lab.load.Tls;
import io.narrows.terminal.output.Screen;
import io.narrows.terminal.process.StandardOutput;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Starts a cluster, puts a load on it and reports the savings of its sidecars, under one policy or several in turn.
 * Sockets, processes and load stay the same; only the policy changes, so figures are measured rather than estimated.
 */
public final class ClusterDemo {
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final int CLIENTS = 16;
    private static final int LIMIT = 20;
    private static final int WATCHES = 3;

    private final Class<?> main;
    private final Duration time;
    private final double rate;
    private final ClusterReport report;
    private final CountDownLatch stop;

    /**
     * @param main the program's main class
     * @param time of the load, under each policy
     * @param rate writes a second; 0 for as many as possible
     * @param json whether to print JSON
     * @param stop ends it early
     */
    public ClusterDemo(Class<?> main, Duration time, double rate, boolean json, PrintWriter out, CountDownLatch stop) {
        this.main = main;
        this.time = time;
        this.rate = rate;
        this.report = json ? new JsonReport(out) : new TableReport(new Screen(out, StandardOutput.OUT.isTerminal()));
        this.stop = stop;
    }

    /**
     * Runs the load under the policy, and prints the bill.
     *
     * @param keepRunning keeps the cluster running afterwards, until Ctrl-C
     * @throws IOException if a process does not start, or ends; the message has the end of its log
     */
    public void show(boolean keepRunning) throws IOException, InterruptedException {
        try (Cluster cluster = Cluster.start(Contender.POLICY, main)) {
            report.begin(cluster.layout());
            report.carried(run(cluster, Contender.POLICY, time, report::live));
            if (keepRunning) {
                stop.await();
            }
        }
    }

    /**
     * Runs the same load under each policy, after a short uncounted warm-up.
     *
     * @throws IOException if a process does not start, or ends; the message has the end of its log
     */
    public void compare(List<Contender> policies) throws IOException, InterruptedException {
        try (Cluster cluster = Cluster.start(Contender.POLICY, main)) {
            report.begin(cluster.layout());
            warmUp(cluster, policies);
            List<ClusterFigures> tried = new ArrayList<>();
            for (Contender policy : policies) {
                if (stop.getCount() > 0) {
                    cluster.follow(policy);
                    tried.add(run(cluster, policy, time, soFar -> {}));
                    report.tried(List.copyOf(tried), policies.size() - tried.size());
                }
            }
            report.compared(tried);
        }
    }

    /** Warms up the JVMs; otherwise the first policies would pay for compilation. */
    private void warmUp(Cluster cluster, List<Contender> policies) throws IOException, InterruptedException {
        for (Contender policy : policies) {
            if (stop.getCount() > 0) {
                cluster.follow(policy);
                run(cluster, policy, WARM_UP, soFar -> {});
            }
        }
    }

    /** Runs the load. Preparations before the clock starts are not counted: removal of old keys, and creation of pods. */
    private ClusterFigures run(Cluster cluster, Contender policy, Duration lasting, Consumer<ClusterFigures> eachSecond)
            throws IOException, InterruptedException {
        try (EtcdLoad load = EtcdLoad.prepare(settings(cluster.layout(), lasting))) {
            ClusterReading before = cluster.read();
            long beginning = System.nanoTime();
            load.start();
            for (long second = 1; second <= lasting.toSeconds(); second++) {
                long wait = beginning + TimeUnit.SECONDS.toNanos(second) - System.nanoTime();
                if (stop.await(wait, TimeUnit.NANOSECONDS)) {
                    break;
                }
                eachSecond.accept(figures(policy, load.figures(), cluster, before));
            }
            load.stop();
            return figures(policy, load.awaitEnd(), cluster, before);
        }
    }

    private static ClusterFigures figures(Contender policy, LoadFigures load, Cluster cluster, ClusterReading before)
            throws IOException {
        return new ClusterFigures(policy.name(), load, cluster.read().minus(before));
    }

    private LoadSettings settings(Layout layout, Duration lasting) {
        return new LoadSettings(
                layout.endpoints(),
                Tls.NONE,
                lasting,
                0,
                Population.DEFAULT,
                new Demand(CLIENTS, rate, Mix.DEFAULT, LIMIT, WATCHES));
    }
}
