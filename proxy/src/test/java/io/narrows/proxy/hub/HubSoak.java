package io.narrows.proxy.hub;

import io.narrows.config.TransportKind;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.transport.Sockets;
import io.narrows.proxy.transport.Transport;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs one sidecar process with the default limits under ordinary peers, whose every byte is compared, and hostile
 * ones. The process must not exit, its memory must stay below its limit, and the ordinary connections must not be
 * affected by the hostile ones.
 *
 * <p>Run with {@code bin/soak hub --for 10m}. The load ends on its own.
 */
final class HubSoak {
    /** Connections opened per second, slowly enough that opening them does not affect the measurement. */
    private static final int OPENED_PER_SECOND = 100;

    private static final Duration WARM_UP = Duration.ofSeconds(20);
    private static final Duration SAMPLE_PERIOD = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration LAST_ECHO = Duration.ofSeconds(60);
    private static final double P99_LIMIT_SECONDS = 0.020;

    private static final String LATENCY = "narrows_added_latency_seconds";

    private final HubOptions options;
    private final PrintStream out;
    private final Tally tally = new Tally();
    private final List<LoadPeer> peers = new ArrayList<>();

    HubSoak(HubOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** Runs the soak and prints a report. It succeeded if the tally has no failures. */
    Tally run(Path launcher, Path folder, long residentLimit) throws IOException, InterruptedException {
        out.printf(
                "hub: %s after the start, %d peers of %d connections (and %d to be refused), %d hostile, seed %d%n",
                options.duration(),
                options.peers(),
                options.connections(),
                options.extra(),
                options.hostile(),
                options.seed());
        Transport transport = new Transport(TransportKind.AUTO, 2);
        List<Thread> attackers = new ArrayList<>();
        EchoTargets targets = new EchoTargets(new Sockets(transport));
        try {
            for (int i = 1; i <= options.peers(); i++) {
                peers.add(new LoadPeer(i, transport));
            }
            try (HubProcess hub = new HubProcess(launcher, folder, HubConfig.ofHub(options), options.memoryBytes())) {
                connect(hub);
                attackers.addAll(attack());
                hub.stayAlive(WARM_UP);
                measure(hub, residentLimit);
                attackers.forEach(Thread::interrupt);
                for (Thread attacker : attackers) {
                    attacker.join();
                }
                finish(hub);
                printFailures(hub.metrics());
            }
        } finally {
            attackers.forEach(Thread::interrupt);
            peers.forEach(LoadPeer::close);
            targets.close();
            transport.close();
        }
        return tally;
    }

    private void connect(HubProcess hub) throws IOException, InterruptedException {
        int opened = 0;
        for (int i = 0; i < options.connections() + options.extra(); i++) {
            for (LoadPeer peer : peers) {
                peer.connect(options.seed(), i >= options.connections(), tally);
                if (++opened % (OPENED_PER_SECOND / 20) == 0) {
                    hub.stayAlive(Duration.ofMillis(50));
                }
            }
        }
    }

    private List<Thread> attack() {
        List<Thread> threads = new ArrayList<>();
        for (int i = 1; i <= options.hostile(); i++) {
            Attack attack = Attack.values()[i % Attack.values().length];
            Thread thread = new Thread(new HostilePeer(i, attack, tally), "hostile-" + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        return threads;
    }

    private Stream<LoadConnection> connections() {
        return peers.stream().flatMap(peer -> peer.connections().stream());
    }

    private void measure(HubProcess hub, long residentLimit) throws IOException, InterruptedException {
        Exposed before = hub.metrics();
        Duration hubCpu = hub.cpu();
        Duration ownCpu = ownCpu();
        long messages = tally.messages.sum();
        long start = System.nanoTime();
        long end = start + options.duration().toNanos();
        long peak = 0;
        Duration samplePeriod = SAMPLE_PERIOD.compareTo(options.duration()) < 0 ? SAMPLE_PERIOD : options.duration();
        while (System.nanoTime() - end < 0) {
            hub.stayAlive(samplePeriod);
            peak = Math.max(peak, hub.residentBytes());
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        Exposed after = hub.metrics();
        double p99 = after.quantileSince(before, 0.99, LATENCY, "peer=\"peer-", "class=\"replication\"");
        out.printf(
                "  connections open: %,d of %,d%n", tally.opened.sum(), (long) options.peers() * options.connections());
        out.printf(
                "  messages: %,d, %.0f a second; %,d held back by a link that took no more%n",
                tally.messages.sum(), (tally.messages.sum() - messages) / seconds, tally.heldBack.sum());
        out.printf(
                "  latency that the hub added for ordinary peers with prompt readers: p50 %.2f ms, p99 %.2f ms%n",
                1e3 * after.quantileSince(before, 0.5, LATENCY, "peer=\"peer-", "class=\"replication\""), 1e3 * p99);
        out.printf(
                "  resident: %d MB at most, %d MB ever, of %d%n",
                peak >> 20, hub.peakResidentBytes() >> 20, residentLimit >> 20);
        out.printf(
                "  processors: hub %.2f, load %.2f%n",
                (hub.cpu().toMillis() - hubCpu.toMillis()) / 1e3 / seconds,
                (ownCpu().toMillis() - ownCpu.toMillis()) / 1e3 / seconds);
        out.printf(
                "  raw frames for want of memory: %,.0f of %,.0f%n",
                after.sum("narrows_raw_frames_total", "peer=\"peer-", "reason=\"memory\""),
                after.sum("narrows_frames_total", "peer=\"peer-", "direction=\"sent\""));
        require(p99 <= P99_LIMIT_SECONDS, "p99 is " + 1e3 * p99 + " ms (expected: at most 20)");
        require(
                peak <= residentLimit,
                "resident is " + (peak >> 20) + " MB (expected: at most " + (residentLimit >> 20) + ")");
    }

    /** Requires that all echoes arrive and all connections end cleanly. */
    private void finish(HubProcess hub) throws IOException, InterruptedException {
        connections().forEach(LoadConnection::stopSending);
        long end = System.nanoTime() + LAST_ECHO.toNanos();
        while (outstanding() > 0 && System.nanoTime() - end < 0) {
            hub.stayAlive(POLL);
        }
        require(outstanding() == 0, outstanding() + " bytes did not come back within " + LAST_ECHO);
        connections().forEach(LoadConnection::finish);
        while (connections().anyMatch(LoadConnection::running) && System.nanoTime() - end < 0) {
            hub.stayAlive(POLL);
        }
        require(
                connections().noneMatch(LoadConnection::running),
                connections().filter(LoadConnection::running).count() + " connections did not end in " + LAST_ECHO);
        require(
                tally.opened.sum() + tally.refusals() == connections().count(),
                tally.opened.sum() + " opened and " + tally.refusals() + " refused of "
                        + connections().count());
    }

    private long outstanding() {
        return connections().mapToLong(LoadConnection::outstanding).sum();
    }

    private static Duration ownCpu() {
        com.sun.management.OperatingSystemMXBean system =
                (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return Duration.ofNanos(system.getProcessCpuTime());
    }

    private void require(boolean condition, String otherwise) {
        if (!condition) {
            tally.fail(otherwise);
        }
    }

    private void printFailures(Exposed metrics) {
        out.printf("  bytes compared: %,d%n", tally.compared.sum());
        tally.refused().forEach((reason, count) -> out.printf("  refused: %,d %s%n", count, reason));
        tally.attacks().forEach((what, count) -> out.printf("  attack: %,d %s%n", count, what));
        out.printf(
                "  failures that the hub counted: %,.0f of ordinary peers, %,.0f of hostile ones, %,.0f of strangers%n",
                metrics.sum("narrows_failures_total", "peer=\"peer-"),
                metrics.sum("narrows_failures_total", "peer=\"hostile-"),
                metrics.sum("narrows_failures_total", "peer=\"unknown\""));
        out.printf("  failures of this soak: %,d%n", tally.failed());
        tally.failures().forEach(failure -> out.println("    " + failure));
    }
}
