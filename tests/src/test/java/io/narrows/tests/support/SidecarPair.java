package io.narrows.tests.support;

import io.narrows.tests.support.SidecarConfig.Site;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The smallest cluster: an application's client at sidecar {@code near}, its server at sidecar {@code far}, and a stretch of
 * wire between the sidecars. Both ends of the application are the test's own sockets.
 */
public final class SidecarPair implements AutoCloseable {
    public static final Site NEAR = new Site("near", "us-east-1", "us-east-1a");
    public static final Site FAR = new Site("far", "us-east-1", "us-east-1b");
    public static final int CAPTURE_PORT = 7000;
    public static final int TARGET_PORT = 9000;
    private static final String TARGET = "app";
    private static final int WIRE_PORT = 15001;
    private static final int ACCEPT_LIMIT_MILLIS = 60_000;

    private final Network network;
    private final Host nearHost;
    private final Host farHost;
    private final WireHop wire;
    private final ServerSocket target;
    private Sidecar near;
    private Sidecar far;

    private SidecarPair(Path directory, Duration oneWay) throws IOException {
        network = new Network(directory);
        nearHost = network.host(NEAR.id());
        farHost = network.host(FAR.id());
        wire = new WireHop(Network.testAddress(WIRE_PORT), farHost.address(SidecarConfig.LINK_PORT), oneWay);
        target = new ServerSocket();
        target.setReuseAddress(true);
        target.setSoTimeout(ACCEPT_LIMIT_MILLIS);
        target.bind(Network.testAddress(TARGET_PORT));
    }

    /** Starts two sidecars that know and trust each other. */
    public static SidecarPair start(LinkSecurity security, Path directory) throws IOException {
        LinkSecurity.Setup setup = security.setup(directory);
        return start(directory, setup, setup);
    }

    /** Starts two sidecars, each with its own security. */
    public static SidecarPair start(Path directory, LinkSecurity.Setup nearSetup, LinkSecurity.Setup farSetup)
            throws IOException {
        return start(directory, NEAR, nearSetup, farSetup);
    }

    /**
     * Starts two sidecars with the same security, far from each other.
     *
     * @param oneWay delay of the bytes of links that the near sidecar dials, in each direction
     */
    public static SidecarPair start(Path directory, LinkSecurity.Setup setup, Duration oneWay) throws IOException {
        return start(new SidecarPair(directory, oneWay), NEAR, setup, setup);
    }

    /** Starts two sidecars. The near one identifies as a different node from the one that the far sidecar knows. */
    public static SidecarPair start(
            Path directory, Site nearSite, LinkSecurity.Setup nearSetup, LinkSecurity.Setup farSetup)
            throws IOException {
        return start(new SidecarPair(directory, Duration.ZERO), nearSite, nearSetup, farSetup);
    }

    private static SidecarPair start(
            SidecarPair pair, Site nearSite, LinkSecurity.Setup nearSetup, LinkSecurity.Setup farSetup)
            throws IOException {
        try {
            pair.far = Sidecar.start(pair.farHost, farSetup.apply(pair.farConfig(), FAR.id()));
            pair.near = Sidecar.start(pair.nearHost, nearSetup.apply(pair.nearConfig(nearSite), nearSite.id()));
        } catch (IOException | RuntimeException e) {
            pair.close();
            throw e;
        }
        return pair;
    }

    private SidecarConfig nearConfig(Site site) {
        InetSocketAddress wireAddress = Network.testAddress(WIRE_PORT);
        return new SidecarConfig(site, nearHost)
                .target(TARGET, targetAddress())
                .peer(FAR, wireAddress.getAddress().getHostAddress() + ":" + WIRE_PORT)
                .capture(nearHost.ip() + ":" + CAPTURE_PORT, FAR.id(), TARGET);
    }

    private SidecarConfig farConfig() {
        return new SidecarConfig(FAR, farHost)
                .target(TARGET, targetAddress())
                .peer(NEAR, nearHost.ip() + ":" + SidecarConfig.LINK_PORT);
    }

    /** Returns the configured target address, on which the test itself accepts connections. */
    public static String targetAddress() {
        return Network.testAddress(TARGET_PORT).getAddress().getHostAddress() + ":" + TARGET_PORT;
    }

    public Sidecar near() {
        return near;
    }

    public Sidecar far() {
        return far;
    }

    /** Returns host and port of the near one's admin page. */
    public String nearAdmin() {
        return nearHost.ip() + ":" + SidecarConfig.ADMIN_PORT;
    }

    public Host nearHost() {
        return nearHost;
    }

    public Host farHost() {
        return farHost;
    }

    public WireHop wire() {
        return wire;
    }

    /** Returns the far one's address for links of other sidecars. */
    public InetSocketAddress farLinkAddress() {
        return farHost.address(SidecarConfig.LINK_PORT);
    }

    /** Returns the client's end of a new connection, which may not get through. */
    public Socket dial() throws IOException {
        Socket client = new Socket();
        client.connect(nearHost.address(CAPTURE_PORT), ACCEPT_LIMIT_MILLIS);
        return client;
    }

    /** Returns both ends of a new connection of the application. */
    public Connection connect() throws IOException {
        Socket client = dial();
        return new Connection(client, target.accept());
    }

    /** Drops every packet between the sidecars from now on, including those of links that the far one dialed. */
    public void loseAllPackets() {
        nearHost.loseAllPacketsOf(WIRE_PORT);
        nearHost.loseAllPacketsOf(SidecarConfig.LINK_PORT);
        farHost.loseAllPacketsOf(SidecarConfig.LINK_PORT);
    }

    public void loseNoPackets() {
        nearHost.loseNoPackets();
        farHost.loseNoPackets();
    }

    @Override
    public void close() throws IOException {
        network.close();
        wire.close();
        target.close();
    }
}
