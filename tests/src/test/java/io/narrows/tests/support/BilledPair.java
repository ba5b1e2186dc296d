package io.narrows.tests.support;

import io.narrows.tests.support.IpCounter.Bytes;
import io.narrows.tests.support.SidecarConfig.Site;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;

/**
 * Two nodes in two regions with two links between them, whose bytes are counted outside: those of links at the near node's interface, those of an application
 * without sidecars at the far one's. The application's client is the test, its server a process on the far node.
 */
public final class BilledPair implements AutoCloseable {
    private static final Site NEAR = new Site("near", "us-east-1", "us-east-1a");
    private static final Site FAR = new Site("far", "eu-west-1", "eu-west-1a");
    private static final int CAPTURE_PORT = 7000;
    private static final int TARGET_PORT = 9000;

    /** Those that the near sidecar keeps ready on two event loops; the far one keeps none. */
    private static final int LINKS = 2;

    private static final Duration SETTLING = Duration.ofMillis(2_200);

    private final Network network;
    private final Host nearHost;
    private final Host farHost;
    private final IpCounter atNear;
    private final IpCounter atFar;
    private final IpCounter direct;
    private Sidecar near;
    private Sidecar far;

    private BilledPair(Path directory) {
        network = new Network(directory);
        nearHost = network.host(NEAR.id());
        farHost = network.host(FAR.id());
        network.segmentsAsTheyAre();
        atNear = new IpCounter(nearHost, SidecarConfig.LINK_PORT);
        atFar = new IpCounter(farHost, SidecarConfig.LINK_PORT);
        direct = new IpCounter(farHost, TARGET_PORT);
    }

    /**
     * @param rule of both policies, as a map of YAML
     * @param lossPercent packets that vanish at either node behind its counter, of a hundred
     */
    public static BilledPair start(Path directory, LinkSecurity security, String rule, int lossPercent)
            throws IOException {
        BilledPair pair = new BilledPair(directory);
        try {
            pair.begin(security.setup(directory), rule, lossPercent);
            return pair;
        } catch (IOException | RuntimeException e) {
            pair.close();
            throw e;
        }
    }

    private void begin(LinkSecurity.Setup security, String rule, int lossPercent) throws IOException {
        BilledLoad.serve(farHost, TARGET_PORT);
        if (lossPercent > 0) {
            farHost.losePacketsOf(lossPercent, SidecarConfig.LINK_PORT, TARGET_PORT);
        }
        far = start(
                farHost,
                0,
                security.apply(
                        new SidecarConfig(FAR, farHost)
                                .policy(rule)
                                .target("app", "127.0.0.1:" + TARGET_PORT)
                                .peer(NEAR, nearHost.ip() + ":" + SidecarConfig.LINK_PORT),
                        FAR.id()));
        near = start(
                nearHost,
                LINKS,
                security.apply(
                        new SidecarConfig(NEAR, nearHost)
                                .policy(rule)
                                .target("app", "127.0.0.1:" + TARGET_PORT)
                                .peer(FAR, farHost.ip() + ":" + SidecarConfig.LINK_PORT)
                                .capture(nearHost.ip() + ":" + CAPTURE_PORT, FAR.id(), "app"),
                        NEAR.id()));
    }

    private static Sidecar start(Host host, int ready, SidecarConfig config) throws IOException {
        return Sidecar.start(host, config.toYaml().replace("drain: 20s", "drain: 20s, ready: " + ready), "");
    }

    /** Opens a connection through the sidecars, on which nothing is said. */
    public Socket open() throws IOException {
        Socket socket = new Socket();
        socket.connect(nearHost.address(CAPTURE_PORT), 10_000);
        return socket;
    }

    /** Runs a load through the sidecars. */
    public void carry(BilledLoad load, int messages) throws IOException, InterruptedException {
        load.run(nearHost.address(CAPTURE_PORT), messages);
    }

    /** Runs the same load without sidecars and returns what it took, seen from the client's side. */
    public Bytes direct(BilledLoad load, int messages) throws IOException, InterruptedException {
        Bytes before = direct.read();
        load.run(new InetSocketAddress(farHost.address(), TARGET_PORT), messages);
        Thread.sleep(300);
        Bytes taken = direct.read().since(before);
        return new Bytes(taken.received(), taken.sent());
    }

    /** IP bytes of links that the near node has sent and received so far, each as they arrived at the other interface. */
    public Bytes counted() {
        return new Bytes(atFar.read().received(), atNear.read().received());
    }

    /** Waits until the near sidecar's metrics of IP bytes stand still, as they do a moment after the last packet. */
    public Bytes settled() {
        Bytes[] last = {null};
        Awaitility.await("metrics that stand still").pollInterval(SETTLING).until(() -> {
            Bytes before = last[0];
            last[0] = metric("narrows_wire_ip_bytes_total");
            return last[0].equals(before);
        });
        return last[0];
    }

    /** A family of byte counters of the near sidecar, all peers, classes and codecs. */
    public Bytes metric(String family) throws IOException {
        Metrics metrics = near.metrics();
        return new Bytes(
                (long) metrics.sum(family, "direction=\"sent\""), (long) metrics.sum(family, "direction=\"received\""));
    }

    /** Leaves the links alone for a time, in which their bytes are what is measured. */
    public void quiet(Duration time) {
        Awaitility.await("idle links")
                .pollDelay(time)
                .atMost(time.plusSeconds(30))
                .until(near::isAlive);
    }

    public Sidecar near() {
        return near;
    }

    public Sidecar far() {
        return far;
    }

    @Override
    public void close() {
        network.close();
    }
}
