package io.narrows.tests.page;

import io.narrows.config.AdminSettings;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.HostPort;
import io.narrows.config.PeerDetail;
import io.narrows.config.PeerId;
import io.narrows.config.TransportKind;
import io.narrows.proxy.admin.AdminServer;
import io.narrows.proxy.admin.AdminState;
import io.narrows.proxy.auto.AutoState;
import io.narrows.proxy.history.History;
import io.narrows.proxy.history.Totals;
import io.narrows.proxy.link.registry.LinkSummary;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.CpuBill;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Exposition;
import io.narrows.proxy.meter.LatencyMeter;
import io.narrows.proxy.meter.ProcessCpu;
import io.narrows.proxy.meter.ReloadMeter;
import io.narrows.proxy.meter.Scrape;
import io.narrows.proxy.meter.TrafficMeter;
import io.narrows.proxy.meter.UnpackFigures;
import io.narrows.proxy.sample.WhatIfEstimate;
import io.narrows.proxy.tls.Validity;
import io.narrows.proxy.transport.Sockets;
import io.narrows.proxy.transport.Transport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The admin port of a sidecar, with {@link SimulatedPeers}: the server and its counters are real, the peers are not. */
final class SimulatedSidecar implements AdminState, AutoCloseable {
    /** The remaining days of the node's certificate, plus half a day, so that the whole days stay the same during a test. */
    static final int CERTIFICATE_DAYS = 83;

    private final Config config;
    private final TrafficMeter traffic;
    private final EventMeter events = new EventMeter();
    private final LatencyMeter latency = new LatencyMeter();
    private final CpuBill cpu;
    private final ReloadMeter reloads = new ReloadMeter(Instant.now());
    private final History history;
    private final SimulatedPeers peers;
    private final Exposition exposition;
    private final Transport transport = new Transport(TransportKind.AUTO, 1);
    private final AdminServer server;

    private SimulatedSidecar(Config config) throws IOException {
        this.config = config;
        this.traffic = new TrafficMeter(config.node().location(), config.tariff());
        this.cpu = new CpuBill(ProcessCpu::nanos, config.tariff().cpuCoreHour());
        long start = System.currentTimeMillis() - Duration.ofMinutes(5).toMillis();
        this.history = new History(start, () -> Totals.of(System.currentTimeMillis(), traffic, cpu));
        this.peers = SimulatedPeers.count(config, traffic, events, latency);
        this.exposition = new Exposition(traffic, events, latency, cpu, reloads, new LiveConfig(config), version());
        AdminSettings settings = new AdminSettings(new HostPort("127.0.0.1", 0), false, Optional.empty());
        this.server = new AdminServer(
                new Sockets(transport), settings, this, transport.loops().get(0));
    }

    static SimulatedSidecar start(int peers) throws IOException {
        try {
            return new SimulatedSidecar(
                    ConfigLoader.parse("narrows.yaml", SimulatedPeers.config(peers), Path.of("/etc/narrows")));
        } catch (ConfigException e) {
            throw new IOException(e);
        }
    }

    /** Returns the address of its page. */
    String page() {
        return "http://127.0.0.1:" + server.port() + "/";
    }

    @Override
    public Optional<String> unhealthy() {
        return Optional.empty();
    }

    @Override
    public Optional<String> unready() {
        return Optional.empty();
    }

    @Override
    public List<PeerId> unlinked() {
        return peers.down();
    }

    @Override
    public ReloadMeter reloads() {
        return reloads;
    }

    @Override
    public Scrape metrics(String accept, Optional<PeerDetail> detail) {
        return exposition.scrape(accept, detail.orElse(PeerDetail.COUNTERS));
    }

    @Override
    public Config config() {
        return config;
    }

    @Override
    public List<LinkSummary> links() {
        return peers.links();
    }

    @Override
    public Optional<Validity> certificates() {
        Instant node = Instant.now().plus(Duration.ofDays(CERTIFICATE_DAYS)).plus(Duration.ofHours(12));
        return Optional.of(new Validity(node, node.plus(Duration.ofDays(1000))));
    }

    @Override
    public TrafficMeter traffic() {
        return traffic;
    }

    @Override
    public EventMeter events() {
        return events;
    }

    @Override
    public LatencyMeter latency() {
        return latency;
    }

    @Override
    public List<WhatIfEstimate> whatIf() {
        return List.of();
    }

    @Override
    public AutoState auto() {
        return AutoState.NONE;
    }

    @Override
    public UnpackFigures unpacking() {
        return new UnpackFigures(List.of(), List.of(), List.of());
    }

    @Override
    public History history() {
        return history;
    }

    @Override
    public String version() {
        return "simulated";
    }

    @Override
    public Optional<String> reload() {
        return Optional.empty();
    }

    @Override
    public int drain() {
        return 0;
    }

    @Override
    public Optional<String> undrain() {
        return Optional.empty();
    }

    @Override
    public void close() {
        server.close();
        transport.close();
    }
}
