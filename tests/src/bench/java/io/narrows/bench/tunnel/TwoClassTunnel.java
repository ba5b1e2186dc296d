package io.narrows.bench.tunnel;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Two sidecars that pass the connections of one class as they are and compress those of another with dense. Their logs have each
 * collection of their heaps. Closing it stops both.
 */
public final class TwoClassTunnel implements Closeable {
    private static final Jvm JVM = new Jvm("", Jvm.Change.GC_LOG);
    private static final long POLL_NANOS = 10_000_000;

    /** More than twice what one peer may open. */
    private static final int MAX_LINKS = 65_536;

    private static final String POLICY = "[{class: bulk, codec: none}, {codec: dense, level: 2}]";

    private final Route passing;
    private final Route dense;
    private final RunningEnds ends = new RunningEnds();

    private TwoClassTunnel(Route passing, Route dense) throws IOException {
        this.passing = passing;
        this.dense = dense;
    }

    /**
     * Starts both sidecars and waits until they are ready.
     *
     * @param passing route of the connections that are not compressed; links take its ports, too
     * @param dense route of the others
     * @throws IOException if one does not start; the message has its output
     */
    public static TwoClassTunnel open(Route passing, Route dense) throws IOException {
        TwoClassTunnel tunnel = new TwoClassTunnel(passing.uncounted(), dense.uncounted());
        try {
            tunnel.startFar();
            tunnel.startNear();
            tunnel.awaitReady();
            return tunnel;
        } catch (IOException | RuntimeException e) {
            tunnel.close();
            throw e;
        }
    }

    private void startFar() throws IOException {
        start("far", passing.egress().getPort(), """
                node: {id: far, region: eu-west-1, zone: eu-west-1a, host: far}
                link: {listen: 127.0.0.1:%d, drain: 1s, max-links: %d}
                peers: [{id: near, region: us-east-1, zone: us-east-1a, host: near, link: 127.0.0.1:%d}]
                admin: {listen: 127.0.0.1:%d}
                """.formatted(
                        passing.egress().getPort(), MAX_LINKS, nearLink(), admin(0)));
    }

    private void startNear() throws IOException {
        start("near", passing.ingress().getPort(), """
                node: {id: near, region: us-east-1, zone: us-east-1a, host: near}
                link: {listen: 127.0.0.1:%d, drain: 1s, max-links: %d}
                peers: [{id: far, region: eu-west-1, zone: eu-west-1a, host: far, link: 127.0.0.1:%d}]
                capture:
                - {listen: 127.0.0.1:%d, peer: far, target: passing, class: bulk}
                - {listen: 127.0.0.1:%d, peer: far, target: dense, class: replication}
                admin: {listen: 127.0.0.1:%d}
                """.formatted(
                        nearLink(),
                        MAX_LINKS,
                        passing.egress().getPort(),
                        passing.ingress().getPort(),
                        dense.ingress().getPort(),
                        admin(1)));
    }

    private void start(String id, int port, String sections) throws IOException {
        Path config = Files.writeString(ends.directory().resolve(id + ".yaml"), """
                version: 1
                policy: %s
                targets: {passing: 127.0.0.1:%d, dense: 127.0.0.1:%d}
                %s""".formatted(
                        POLICY, passing.exit().getPort(), dense.exit().getPort(), sections));
        ends.start(NarrowsPeer.command(JVM, config), id).awaitListening(port);
    }

    private int nearLink() {
        return passing.spare(0);
    }

    private int admin(int end) {
        return passing.spare(1 + end);
    }

    private void awaitReady() throws IOException {
        while (!NarrowsPeer.ready(admin(0)) || !NarrowsPeer.ready(admin(1))) {
            check();
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /** Returns the route of the connections that are passed as they are. */
    public Route passing() {
        return passing;
    }

    /** Returns the route of the connections that dense compresses. */
    public Route dense() {
        return dense;
    }

    /** Returns the memory of each end, the exit's first. */
    public List<Resident> resident() throws IOException {
        return ends.resident();
    }

    /** Returns the metrics of each end as text, the exit's first. */
    public List<String> metrics() throws IOException {
        List<String> metrics = new ArrayList<>();
        for (int end = 0; end < 2; end++) {
            metrics.add(NarrowsPeer.page(admin(end), "/metrics"));
        }
        return metrics;
    }

    /** Returns the output of each end so far, the exit's first. */
    public List<String> logs() throws IOException {
        return ends.logs();
    }

    /**
     * Checks that both sidecars still run.
     *
     * @throws IOException if one has ended; the message has its output
     */
    public void check() throws IOException {
        ends.check();
    }

    @Override
    public void close() throws IOException {
        ends.close();
    }
}
