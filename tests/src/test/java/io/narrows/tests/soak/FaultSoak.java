package io.narrows.tests.soak;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.SidecarConfig;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * Runs two sidecars, the wires between them, and many connections in both directions, with one fault after another. Every
 * byte is compared. A connection may fail only by a reset, and only near a fault that excuses it. At the end no link, memory
 * or buffer may remain.
 *
 * <p>{@code bin/soak faults --for 1h --seed 7} runs it alone; it needs the JVM that {@code src/test/jvm/bin/java} starts.
 */
final class FaultSoak {
    private static final int TARGET_PORT = 9000;
    private static final int NEAR_WIRE_PORT = 15001;
    private static final int FAR_WIRE_PORT = 15002;
    private static final int[] LINK_PORTS = {SidecarConfig.LINK_PORT, NEAR_WIRE_PORT, FAR_WIRE_PORT};
    private static final Duration LAST_CONNECTIONS = Duration.ofSeconds(90);
    private static final long LAST_PAUSES_MILLIS = 1_000;
    private static final Duration IDLE_LIMIT = Duration.ofSeconds(30);

    /** The limit with full leak detection; a sidecar that leaks would not fall below it again. */
    private static final long RESIDENT_LIMIT_MEGABYTES = 400;

    private final SoakOptions options;
    private final PrintStream out;
    private final SplittableRandom random;
    private final FaultLog log = new FaultLog();
    private final Tally tally = new Tally();
    private Side near;
    private Side far;
    private long deadline;

    FaultSoak(SoakOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
        this.random = new SplittableRandom(options.seed());
    }

    /**
     * Runs the soak.
     *
     * @param directory for the files and logs of the sidecars
     * @return the results; no failure means success
     */
    Tally run(Path directory) throws IOException, InterruptedException {
        try (Network network = new Network(directory)) {
            Host nearHost = network.host("near");
            Host farHost = network.host("far");
            Packets packets = Packets.of(nearHost);
            out.printf(
                    "faults: for %s, seed %d, %d connections at a time, packets by %s%n",
                    options.duration(), options.seed(), options.connections(), packets);
            near = new Side(nearHost, NEAR_WIRE_PORT, options.unpack());
            far = new Side(farHost, FAR_WIRE_PORT, options.unpack());
            InetSocketAddress target = Network.testAddress(TARGET_PORT);
            try (FarEnd farEnd = new FarEnd(target, log, tally)) {
                far.start(near, target, random.split());
                near.start(far, target, random.split());
                disturb(packets);
                requireQuiet(farEnd);
            } finally {
                near.wire().close();
                far.wire().close();
            }
        }
        print();
        return tally;
    }

    private void disturb(Packets packets) throws IOException, InterruptedException {
        Faults faults = new Faults(random.split(), near, far, packets, LINK_PORTS, log, tally);
        deadline = System.nanoTime() + options.duration().toNanos();
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < options.connections(); i++) {
            Client client = new Client(captures(), random.split(), this::running, this::millisLeft, log, tally);
            clients.add(FarEnd.daemon("soak-client", client));
        }
        try {
            faults.run(this::running);
        } catch (IOException | IllegalStateException e) {
            tally.fail("a fault that could not be made, or not be made good: " + e.getMessage());
        }
        awaitEnd(clients);
    }

    private void awaitEnd(List<Thread> clients) throws InterruptedException {
        long end = System.nanoTime() + LAST_CONNECTIONS.toNanos();
        for (Thread client : clients) {
            client.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
            if (client.isAlive()) {
                tally.fail("a client does not end, " + LAST_CONNECTIONS + " after the last fault");
            }
        }
    }

    private boolean running() {
        return millisLeft() > 0 && tally.failed() == 0;
    }

    private long millisLeft() {
        return (deadline - System.nanoTime()) / 1_000_000;
    }

    private List<InetSocketAddress> captures() {
        return Stream.of(near, far).flatMap(side -> side.captures().stream()).toList();
    }

    /** Checks that all captures carry connections again, and that nothing is left afterwards. */
    private void requireQuiet(FarEnd farEnd) throws IOException, InterruptedException {
        Side[] sides = {near, far};
        for (Side side : sides) {
            side.collectGarbage();
        }
        FaultLog none = new FaultLog();
        List<Thread> clients = new ArrayList<>();
        for (InetSocketAddress capture : captures()) {
            Script script = Script.cleanWithin(LAST_PAUSES_MILLIS, random);
            clients.add(FarEnd.daemon("soak-last", () -> Client.talk(capture, script, none, tally)));
        }
        awaitEnd(clients);
        for (Side side : sides) {
            String name = side.host().name();
            Awaitility.await(name + " has no links that carry, and no memory of links")
                    .atMost(IDLE_LIMIT)
                    .until(side::idle);
            tally.addErrors(side.errors());
            long resident = side.residentMegabytes();
            out.printf(
                    "  %s: idle again, %d MB resident, %,d bytes unpacked since its start%n",
                    name, resident, side.unpackedBytes());
            require(resident <= RESIDENT_LIMIT_MEGABYTES, name + " keeps " + resident + " MB");
            require(!side.sidecar().log().contains("LEAK:"), name + " lost a buffer, see its log");
            require(!side.sidecar().log().contains(" ERROR "), name + " logged an error");
        }
        require(farEnd.open() == 0, farEnd.open() + " connections are open at the target");
        for (String never : List.of("internal", "corrupt-frame", "content-differs")) {
            require(!tally.errors().containsKey(never), "failures counted as " + never);
        }
    }

    private void require(boolean condition, String otherwise) {
        if (!condition) {
            tally.fail(otherwise);
        }
    }

    private void print() {
        out.printf(
                "  connections: %,d to their clean end, %,d reset by their script, %,d reset near a fault%n",
                tally.whole.sum(), tally.resetByScript.sum(), tally.resetByFault.sum());
        out.printf("  bytes compared: %,d%n", tally.comparedBytes.sum());
        out.printf("  faults: %s%n", log.counts());
        out.printf("  failures that the sidecars counted: %s%n", tally.errors());
        out.printf("  failures of this soak: %d%n", tally.failed());
    }
}
