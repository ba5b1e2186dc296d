package io.narrows.tests.databases;

import io.narrows.tests.support.Server;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A load during which all connections are cut, a sidecar is killed, a configuration is reloaded and a member is restarted.
 * Afterwards each member is compared with the written data, and must be quiet.
 */
final class FaultRun {
    private static final Duration QUIET = Duration.ofSeconds(20);

    private final Database database;
    private final DatabaseOptions options;
    private final PrintStream out;
    private final List<String> complaints = new ArrayList<>();

    FaultRun(Database database, DatabaseOptions options, PrintStream out) {
        this.database = database;
        this.options = options;
        this.out = out;
    }

    /** Runs it; returns the failures. */
    List<String> run(Path directory, String classpath) throws IOException, InterruptedException {
        try (DatabaseCluster cluster =
                DatabaseCluster.start(database, options, true, Distance.ZONES, classpath, directory)) {
            long atStart = cluster.elections();
            Server writing = cluster.client().startWriting(0, options.records(), options.rate());
            List<Runnable> faults = List.of(
                    () -> cutAll(cluster),
                    () -> killSidecar(cluster),
                    () -> reload(cluster),
                    () -> restartMember(cluster));
            long start = System.nanoTime();
            for (int i = 0; i < faults.size(); i++) {
                long due = start
                        + TimeUnit.SECONDS.toNanos(options.records()) / options.rate() * (i + 1) / (faults.size() + 1);
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                if (!writing.isAlive()) {
                    complaints.add("the load had ended before all faults");
                }
                faults.get(i).run();
            }
            Latencies latencies = cluster.client().awaitWritten(writing);
            out.printf(
                    "  written under faults: %d, begun again: %d, p99 %.0f ms%n",
                    options.records(), latencies.retries(), latencies.p99());
            cluster.awaitComplete();
            out.printf("  elections with the faults: %d%n", cluster.elections() - atStart);
            cluster.members().forEach(member -> compare(cluster, member));
            SidecarTraffic before = cluster.traffic();
            beQuiet(cluster);
            SidecarTraffic after = cluster.traffic();
            out.printf(
                    "  sidecars since their last starts: app %,d bytes, wire %,d bytes, saved %.0f %%%n",
                    after.appBytes(), after.wireBytes(), 100 * after.saved());
            checkTls(before, after);
            long past = cluster.cost().bytes().past();
            out.printf(
                    "  between the machines: links %,d bytes, past the sidecars %,d bytes%n",
                    cluster.cost().bytes().links(), past);
            if (past != 0) {
                complaints.add(past + " bytes went past the sidecars");
            }
        }
        return complaints;
    }

    private void cutAll(DatabaseCluster cluster) {
        out.println("  cut every connection (ss -K)");
        cluster.members().forEach(this::cut);
    }

    /**
     * Cuts a member's connections; {@code ss} lists the connections that it cut, and none if the kernel does not support
     * this.
     */
    private void cut(Member member) {
        if (member.host().run("ss", "-K", "-H", "-t", "state", "established").isBlank()) {
            complaints.add("ss -K cut no connection of " + member.id());
        }
    }

    private void killSidecar(DatabaseCluster cluster) {
        out.println("  kill -9 of the second sidecar, and its start");
        NodeSidecar sidecar = cluster.sidecars().get(1);
        sidecar.kill();
        sidecar.start();
    }

    private void restartMember(DatabaseCluster cluster) {
        out.println("  restart of the third member");
        Member member = cluster.members().get(2);
        member.server().terminate();
        member.server().exitCode();
        cluster.start(member);
    }

    private void reload(DatabaseCluster cluster) {
        out.println("  reload of the first sidecar with another codec");
        cluster.sidecars()
                .get(0)
                .reload("{tier: cross-zone, codec: zstd, level: 1", "{tier: cross-zone, codec: zstd, level: 3");
    }

    private void compare(DatabaseCluster cluster, Member member) {
        try {
            out.printf("  %s: %s%n", member.id(), cluster.client().compare(member, options.records()));
        } catch (IllegalStateException e) {
            complaints.add(e.getMessage());
        }
    }

    /** Checks that members' TLS was always ended by a sidecar, and that none of it fails while nothing else does. */
    private void checkTls(SidecarTraffic before, SidecarTraffic after) {
        long failures = after.since(before).tlsFailures();
        if (options.tls()) {
            out.printf("  TLS failures with the faults: %d, without: %d%n", before.tlsFailures(), failures);
        }
        if (failures != 0 || after.encrypted() != 0) {
            complaints.add("TLS of members: %d failures without faults, %,d encrypted bytes"
                    .formatted(failures, after.encrypted()));
        }
    }

    /** Checks that there are no elections while nothing fails. */
    private void beQuiet(DatabaseCluster cluster) throws InterruptedException {
        long before = cluster.elections();
        TimeUnit.SECONDS.sleep(QUIET.toSeconds());
        long after = cluster.elections();
        out.printf("  elections without faults: %d in %d s%n", after - before, QUIET.toSeconds());
        if (after != before) {
            complaints.add("elections go on");
        }
    }
}
