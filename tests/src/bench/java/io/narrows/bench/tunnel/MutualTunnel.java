package io.narrows.bench.tunnel;

import io.narrows.tests.support.WireHop;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** Two sidecars that both capture and deliver, and the counted wires between them. Closing it stops everything. */
public final class MutualTunnel implements Closeable {
    private static final int ADMIN = 0;
    private static final long POLL_NANOS = 10_000_000;

    private static final Site NEAR = new Site("near", "us-east-1");
    private static final Site FAR = new Site("far", "eu-west-1");

    private record Site(String id, String region) {}

    private final Route out;
    private final Route in;
    private final RunningEnds ends = new RunningEnds();

    private MutualTunnel(Route out, Route in) throws IOException {
        this.out = out;
        this.in = in;
    }

    /** Starts both sidecars without further keys, and waits until they are ready. */
    public static MutualTunnel open(String rule, Route out, Route in) throws IOException {
        return open(rule, "", out, in);
    }

    /**
     * Starts both sidecars and waits until they are ready.
     *
     * @param rule of both policies, such as {@code {codec: dense}}
     * @param key of both files, such as {@code what-if: true}; empty for none
     * @param out from the near node to the far one
     * @param in from the far node to the near one
     * @throws IOException if one does not start; the message has its output
     */
    public static MutualTunnel open(String rule, String key, Route out, Route in) throws IOException {
        MutualTunnel tunnel = new MutualTunnel(out, in);
        try {
            tunnel.ends.add(new WireHop(out.hop(), out.egress()));
            tunnel.ends.add(new WireHop(in.hop(), in.egress()));
            tunnel.start(NEAR, FAR, rule, key, out, in);
            tunnel.start(FAR, NEAR, rule, key, in, out);
            tunnel.awaitReady(out);
            tunnel.awaitReady(in);
            return tunnel;
        } catch (IOException | RuntimeException e) {
            tunnel.close();
            throw e;
        }
    }

    /**
     * Starts one sidecar and waits until it listens.
     *
     * @param captured route of captured connections
     * @param delivered route of delivered connections
     */
    private void start(Site own, Site other, String rule, String key, Route captured, Route delivered)
            throws IOException {
        Path config = Files.writeString(ends.directory().resolve(own.id() + ".yaml"), """
                version: 1
                node: {id: %1$s, region: %2$s, zone: %2$sa, host: %1$s}
                link: {listen: 127.0.0.1:%3$d, drain: 1s}
                targets: {work: 127.0.0.1:%4$d}
                peers: [{id: %5$s, region: %6$s, zone: %6$sa, host: %5$s, link: 127.0.0.1:%7$d}]
                capture: [{listen: 127.0.0.1:%8$d, peer: %5$s, target: work, class: replication}]
                policy: [%9$s]
                admin: {listen: 127.0.0.1:%10$d}
                %11$s
                """.formatted(
                        own.id(),
                        own.region(),
                        delivered.egress().getPort(),
                        delivered.exit().getPort(),
                        other.id(),
                        other.region(),
                        captured.hop().getPort(),
                        captured.entrance().getPort(),
                        rule,
                        captured.spare(ADMIN),
                        key));
        ends.start(NarrowsPeer.command(Jvm.AS_SHIPPED, config), own.id())
                .awaitListening(captured.entrance().getPort());
    }

    private void awaitReady(Route captured) throws IOException {
        while (!NarrowsPeer.ready(captured.spare(ADMIN))) {
            check();
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /**
     * Checks that both sidecars still run.
     *
     * @throws IOException if one has ended; the message has its output
     */
    public void check() throws IOException {
        ends.check();
    }

    /**
     * Returns the answer of a node's admin port.
     *
     * @param near whether to ask the near node
     * @param path such as {@code /metrics}
     */
    public String ask(boolean near, String path) throws IOException {
        return NarrowsPeer.page((near ? out : in).spare(ADMIN), path);
    }

    /** Returns the processor seconds of a node's sidecar so far, in steps of 10 ms; reading them costs it none. */
    public double cpuSeconds(boolean near) {
        return ends.cpuSeconds().get(near ? 0 : 1);
    }

    public Route out() {
        return out;
    }

    public Route in() {
        return in;
    }

    /** Returns the usage so far; forward are the bytes that the dialing sidecar of each link sent. */
    public Usage usage() {
        return ends.usage();
    }

    @Override
    public void close() throws IOException {
        ends.close();
    }
}
