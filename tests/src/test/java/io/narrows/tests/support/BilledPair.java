package io.narrows.tests.support;

import io.narrows.tests.support.IpCounter.Bytes;
import io.narrows.tests.support.SidecarConfig.Site;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.awaitility.Awaitility;

/**
 * Two nodes in two regions with two links between them. Bytes are counted at interfaces: those of the links at the near node,
 * those of an application without sidecars at the far node. The application's client is the test, its server a process on the
 * far node.
 */
public final class BilledPair implements AutoCloseable {
    private static final Site NEAR = new Site("near", "us-east-1", "us-east-1a");
    private static final Site FAR = new Site("far", "eu-west-1", "eu-west-1a");
    /** The far node's database, as seen from the near node. */
    public static final String DATABASE_AT_FAR = "127.0.1.2";

    /** The near node's database, as seen from the far node. */
    public static final String DATABASE_AT_NEAR = "127.0.1.1";

    /** Listening port of the far node's application. */
    public static final int TARGET_PORT = 9000;

    private static final int CAPTURE_PORT = 7000;

    /** Spare links of the near sidecar on two event loops; the far one keeps none. */
    private static final int LINKS = 2;

    private static final Duration CLOSING = Duration.ofMillis(300);
    private static final Duration SETTLING = Duration.ofMillis(2_200);

    /** Starts the application's server on a host, and waits until it listens. */
    public interface Application {
        Server serve(Host host, int port);
    }

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
     * @param rule the rule of both policies, as a YAML map
     * @param lossPercent percentage of packets that are dropped at either node after its counter
     */
    public static BilledPair start(Path directory, LinkSecurity security, String rule, int lossPercent)
            throws IOException {
        BilledPair pair = new BilledPair(directory);
        try {
            pair.begin(security.setup(directory), rule, lossPercent, BilledLoad::serve);
            return pair;
        } catch (IOException | RuntimeException e) {
            pair.close();
            throw e;
        }
    }

    /** Starts a pair for an application other than a {@link BilledLoad}. */
    public static BilledPair of(Path directory, LinkSecurity security, String rule, Application application)
            throws IOException {
        BilledPair pair = new BilledPair(directory);
        try {
            pair.begin(security.setup(directory), rule, 0, application);
            return pair;
        } catch (IOException | RuntimeException e) {
            pair.close();
            throw e;
        }
    }

    /**
     * Starts a pair for databases instead of loads: each node has one at a loopback port, and reaches the other's at another
     * of its loopback addresses: {@link #DATABASE_AT_FAR} at the near node, {@link #DATABASE_AT_NEAR} at the far one.
     */
    public static BilledPair ofDatabases(Path directory, LinkSecurity security, String rule, int port)
            throws IOException {
        BilledPair pair = new BilledPair(directory);
        try {
            LinkSecurity.Setup setup = security.setup(directory);
            pair.far =
                    start(pair.farHost, 0, pair.database(setup, FAR, NEAR, DATABASE_AT_NEAR + ":" + port, rule, port));
            pair.near = start(
                    pair.nearHost, LINKS, pair.database(setup, NEAR, FAR, DATABASE_AT_FAR + ":" + port, rule, port));
            return pair;
        } catch (IOException | RuntimeException e) {
            pair.close();
            throw e;
        }
    }

    private SidecarConfig database(
            LinkSecurity.Setup security, Site own, Site other, String capture, String rule, int port) {
        Host host = own == NEAR ? nearHost : farHost;
        Host peer = own == NEAR ? farHost : nearHost;
        return security.apply(
                new SidecarConfig(own, host)
                        .policy(rule)
                        .target("db", "127.0.0.1:" + port)
                        .peer(other, peer.ip() + ":" + SidecarConfig.LINK_PORT)
                        .capture(capture, other.id(), "db"),
                own.id());
    }

    private void begin(LinkSecurity.Setup security, String rule, int lossPercent, Application application)
            throws IOException {
        application.serve(farHost, TARGET_PORT);
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
        return Sidecar.start(host, config.toYaml().replace("drain: 20s", "drain: 20s, min-idle: " + ready), "");
    }

    /** Returns the address where applications enter the link. */
    public InetSocketAddress entrance() {
        return nearHost.address(CAPTURE_PORT);
    }

    /** Returns the address of the far node's application without sidecars. */
    public InetSocketAddress target() {
        return farHost.address(TARGET_PORT);
    }

    /** Opens an idle connection through the sidecars. */
    public Socket open() throws IOException {
        Socket socket = new Socket();
        socket.connect(nearHost.address(CAPTURE_PORT), 60_000);
        return socket;
    }

    private SocketChannel openChannel() throws IOException {
        SocketChannel channel = SocketChannel.open(nearHost.address(CAPTURE_PORT));
        channel.configureBlocking(false);
        return channel;
    }

    /** Runs a load through the sidecars. */
    public void carry(BilledLoad load, int messages) throws IOException, InterruptedException {
        load.run(nearHost.address(CAPTURE_PORT), messages);
    }

    /** Runs a load without sidecars and returns its IP bytes, seen from the client's side. */
    public Bytes direct(BilledLoad load, int messages) throws IOException, InterruptedException {
        Bytes before = direct.read();
        load.run(new InetSocketAddress(farHost.address(), TARGET_PORT), messages);
        Bytes taken = still("counter of the target", CLOSING, direct::read).since(before);
        return new Bytes(taken.received(), taken.sent());
    }

    /** Returns the links' IP bytes sent and received by the near node so far, each counted on arrival. */
    public Bytes counted() {
        return new Bytes(atFar.read().received(), atNear.read().received());
    }

    /** Waits until the near sidecar's IP byte metrics stop changing, and returns them. */
    public Bytes settled() {
        return still("metrics of IP bytes", SETTLING, () -> metric("narrows_wire_ip_bytes_total"));
    }

    /** Waits until a counter of IP bytes stops changing, and returns it. */
    public static Bytes still(Supplier<Bytes> counter) {
        return still("counter of IP bytes", CLOSING, counter::get);
    }

    /** Waits until a reading has been the same for that time. */
    private static Bytes still(String alias, Duration time, Callable<Bytes> reading) {
        Bytes[] last = {null};
        long[] changed = {0};
        Awaitility.await(alias)
                .pollDelay(Duration.ZERO)
                .pollInterval(time.dividedBy(5))
                .atMost(Duration.ofMinutes(1))
                .until(() -> {
                    long began = System.nanoTime();
                    Bytes now = reading.call();
                    if (!now.equals(last[0])) {
                        last[0] = now;
                        changed[0] = System.nanoTime();
                    }
                    return began - changed[0] >= time.toNanos();
                });
        return last[0];
    }

    /** Returns a byte metric of the near sidecar, summed over peers, classes and codecs. */
    public Bytes metric(String family) throws IOException {
        Metrics metrics = near.metrics();
        return new Bytes(
                (long) metrics.sum(family, "direction=\"sent\""), (long) metrics.sum(family, "direction=\"received\""));
    }

    /** Leaves the links idle for a time. */
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

    public Host nearHost() {
        return nearHost;
    }

    public Host farHost() {
        return farHost;
    }

    /** Stops the far sidecar, writes through the near one until nothing more is accepted, and kills the far one. */
    public void cutWhileWriting() throws IOException {
        try (SocketChannel client = openChannel()) {
            client.write(ByteBuffer.allocate(1));
            settled();
            far.signal("STOP");
            BilledLoad.fill(client);
            far.kill();
        }
    }

    @Override
    public void close() {
        network.close();
    }
}
