package io.narrows.proxy.warmup;

import io.narrows.codec.Codecs;
import io.narrows.config.AdminSettings;
import io.narrows.config.AutoSettings;
import io.narrows.config.Capture;
import io.narrows.config.Config;
import io.narrows.config.DryRun;
import io.narrows.config.HostPort;
import io.narrows.config.LinkSettings;
import io.narrows.config.MetricsSettings;
import io.narrows.config.Peer;
import io.narrows.config.PeerDiscovery;
import io.narrows.config.Policy;
import io.narrows.config.Target;
import io.narrows.config.TargetName;
import io.narrows.config.WhatIfSettings;
import io.narrows.proxy.link.handshake.LinkSecurity;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.LatencyMeter;
import io.narrows.proxy.meter.TrafficMeter;
import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.proxy.relay.Relay;
import io.narrows.proxy.tls.DatabaseTls;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.tls.TlsPeers;
import io.narrows.proxy.transport.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The two relays of a {@link WarmUp}, on loopback ports chosen by the system: the near one has captures, the far one leads to the
 * targets. Closing them drains both, and frees the memory in which they unpacked.
 */
final class WarmUpRelays implements AutoCloseable {
    private final Config config;
    private final Codecs codecs;
    private final MemoryLedger memory;
    private final TlsContexts tls;
    private final Transport transport;
    private final TrafficMeter traffic;
    private final LiveConfig near;
    private final LiveConfig far;
    private final Relay nearRelay;
    private final Relay farRelay;

    /**
     * @param config of the sidecar
     * @param traffic counts both relays' bytes
     * @param databases contexts of the routes' TLS
     * @throws IOException if a port or a certificate fails; then neither relay runs
     */
    WarmUpRelays(
            Config config,
            Codecs codecs,
            MemoryLedger memory,
            TlsContexts tls,
            Transport transport,
            TrafficMeter traffic,
            List<WarmUpRoute> routes,
            DatabaseTls.Loaded databases)
            throws IOException {
        this.config = config;
        this.codecs = codecs;
        this.memory = memory;
        this.tls = tls;
        this.transport = transport;
        this.traffic = traffic;
        Map<TargetName, Target> targets = new LinkedHashMap<>();
        List<Capture> captures = new ArrayList<>();
        for (WarmUpRoute route : routes) {
            targets.put(route.name(), route.target());
            captures.add(route.capture(config.node().id()));
        }
        far = new LiveConfig(stage(targets, 1, List.of()));
        farRelay = relay(far, databases);
        try {
            near = new LiveConfig(stage(Map.of(), farRelay.linkPort(), captures));
            nearRelay = relay(near, databases);
        } catch (IOException | RuntimeException e) {
            farRelay.drain();
            throw e;
        }
    }

    /** Returns the near relay's listener for callers of a route. */
    HostPort entrance(WarmUpRoute route) {
        return WarmUpRoute.loopback(
                nearRelay.capturePort(route.capture(config.node().id())));
    }

    /** Replaces the policy of both. */
    void apply(Policy policy) {
        near.replace(near.current().withPolicy(policy));
        far.replace(far.current().withPolicy(policy));
    }

    /**
     * Waits until the relays have released the memory of their links, which takes a millisecond or two.
     *
     * @param stop ends the wait early when it reaches zero
     * @param timeout for each relay
     */
    void awaitEnd(CountDownLatch stop, Duration timeout) throws InterruptedException {
        awaitEnd(nearRelay, stop, timeout);
        awaitEnd(farRelay, stop, timeout);
    }

    private static void awaitEnd(Relay relay, CountDownLatch stop, Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        boolean over = relay.carrying() == 0;
        while (!over && System.nanoTime() < end) {
            over = stop.await(1, TimeUnit.MILLISECONDS) || relay.carrying() == 0;
        }
    }

    private Relay relay(LiveConfig live, DatabaseTls.Loaded databases) throws IOException {
        LinkSecurity security = new LinkSecurity(tls, new TlsPeers(transport.workers()), System::nanoTime);
        return new Relay(
                live,
                codecs,
                memory,
                traffic,
                new EventMeter(),
                new LatencyMeter(),
                new UnpackMeter(),
                security,
                new DatabaseTls(databases),
                transport,
                System::nanoTime,
                "warm-up-relay");
    }

    /** Returns the configuration of one relay. Both ends are this node, as in their certificate. */
    private Config stage(Map<TargetName, Target> targets, int peerPort, List<Capture> captures) {
        Peer self = new Peer(
                config.node().id(),
                Optional.of(config.node().location()),
                WarmUpRoute.loopback(peerPort),
                Map.of(),
                Set.of(),
                List.of(),
                Optional.empty(),
                false,
                Optional.empty());
        return new Config(
                config.node(),
                links(),
                targets,
                List.of(self),
                PeerDiscovery.NONE,
                captures,
                List.of(),
                new Policy(List.of()),
                config.tariff(),
                AdminSettings.DEFAULT,
                MetricsSettings.STANDARD,
                Optional.empty(),
                Optional.empty(),
                DryRun.OFF,
                WhatIfSettings.OFF,
                AutoSettings.STANDARD,
                Optional.empty());
    }

    /** Returns settings without TLS, which {@link TlsContexts} adds, and without ready links. */
    private static LinkSettings links() {
        LinkSettings standard = LinkSettings.listening(WarmUpRoute.loopback(0));
        return new LinkSettings(
                standard.listen(),
                standard.tls(),
                standard.plaintext(),
                standard.maxLinks(),
                0,
                standard.drain(),
                standard.transport(),
                standard.threads(),
                standard.tcpMss(),
                standard.contextMemory(),
                standard.warmUp(),
                standard.placeCheck(),
                standard.liveness());
    }

    @Override
    public void close() {
        try {
            nearRelay.drain();
        } finally {
            farRelay.drain();
            nearRelay.recipes().close();
            farRelay.recipes().close();
        }
    }
}
