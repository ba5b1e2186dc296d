package io.narrows.proxy;

import io.narrows.codec.Codecs;
import io.narrows.config.Capture;
import io.narrows.config.Config;
import io.narrows.proxy.admin.AdminServer;
import io.narrows.proxy.admin.AdminState;
import io.narrows.proxy.capture.Captures;
import io.narrows.proxy.capture.OpenTunnels;
import io.narrows.proxy.capture.Targets;
import io.narrows.proxy.link.ContextBudget;
import io.narrows.proxy.link.LinkCensus;
import io.narrows.proxy.link.LinkEnvironment;
import io.narrows.proxy.link.LinkHandshakes;
import io.narrows.proxy.link.LinkListener;
import io.narrows.proxy.link.LinkMetrics;
import io.narrows.proxy.link.LinkPools;
import io.narrows.proxy.link.LinkSummary;
import io.narrows.proxy.link.Watchdog;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.CpuBill;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Exposition;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.meter.LatencyMeter;
import io.narrows.proxy.meter.ProcessCpu;
import io.narrows.proxy.meter.ReloadMeter;
import io.narrows.proxy.meter.TrafficMeter;
import io.narrows.proxy.reload.Reloader;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.transport.Sockets;
import io.narrows.proxy.transport.Transport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One sidecar process: puts its parts together, follows its configuration, and ends in an orderly way. Safe for use by many
 * threads, but not by its own event loops: most calls wait for them.
 */
public final class Sidecar implements AdminState, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Sidecar.class);
    private static final long DRAIN_POLL_MILLIS = 20;

    private final LiveConfig live;
    private final AtomicBoolean draining = new AtomicBoolean();
    private final LinkCensus census = new LinkCensus();
    private final OpenTunnels tunnels = new OpenTunnels();
    private final EventMeter events = new EventMeter();
    private final TrafficMeter traffic;
    private final CpuBill cpu;
    private final Exposition exposition;
    private final TlsContexts tls;
    private final Transport transport;
    private final Watchdog watchdog;
    private final LinkPools pools;
    private final Captures captures;
    private final LinkListener listener;
    private final AdminServer admin;
    private final Reloader reloader;

    /**
     * Starts a sidecar. It listens when this returns.
     *
     * @param config what the file says
     * @param file read again on reload
     * @param version of this software, for hellos and metrics
     * @throws IOException when an address cannot be listened on or a certificate not be read; nothing runs then
     */
    public static Sidecar start(Config config, Path file, String version) throws IOException {
        TlsContexts tls = new TlsContexts(TlsContexts.load(config.link().tls()));
        Transport transport =
                new Transport(config.link().transport(), config.link().threads());
        try {
            Sidecar sidecar = new Sidecar(config, file, version, tls, transport);
            sidecar.reloader.watch();
            return sidecar;
        } catch (IOException | RuntimeException e) {
            transport.close();
            throw e;
        }
    }

    private Sidecar(Config config, Path file, String version, TlsContexts tls, Transport transport) throws IOException {
        this.live = new LiveConfig(config);
        this.tls = tls;
        this.transport = transport;
        this.traffic = new TrafficMeter(config.node().location(), config.tariff());
        this.cpu = new CpuBill(ProcessCpu::nanos, config.tariff().cpuCoreHour());
        ReloadMeter reloads = new ReloadMeter(Clock.systemUTC().instant());
        LatencyMeter latency = new LatencyMeter();
        this.exposition = new Exposition(traffic, events, latency, new LinkMetrics(census), cpu, reloads, version);

        Codecs codecs = Codecs.load();
        codecs.missing()
                .forEach((codec, why) -> LOG.atWarn()
                        .addKeyValue("codec", codec.label())
                        .addKeyValue("detail", why)
                        .log("codec not available, its fallback stands in"));
        ContextBudget contexts = new ContextBudget(codecs, config.link().contextMemory());
        LinkEnvironment environment = new LinkEnvironment(
                live, codecs, contexts, census, traffic, events, latency, transport.workers(), System::nanoTime);
        Sockets sockets = new Sockets(transport);
        LinkHandshakes handshakes = new LinkHandshakes(
                environment, new Targets(environment, sockets, tunnels, draining::get), tls, draining::get, version);
        this.pools = new LinkPools(environment, sockets, handshakes, transport.loops());
        this.captures = new Captures(environment, pools, tunnels, sockets);
        this.listener = new LinkListener(sockets, handshakes, config.link().listen());
        pools.adopt(config);
        captures.adopt(config.captures());
        this.watchdog = new Watchdog(census, transport.loops());
        this.reloader = new Reloader(file, live, this::apply, reloads, Clock.systemUTC());
        this.admin = new AdminServer(sockets, config.admin().listen(), this);
        LOG.atInfo()
                .addKeyValue("node", config.node().id())
                .addKeyValue("link", listener.port())
                .addKeyValue("admin", admin.port())
                .addKeyValue("transport", transport.kind().label())
                .addKeyValue("java", Runtime.version())
                .log("narrows {} carries traffic", version);
    }

    /** Everything that can fail comes first, so that a configuration is in force whole or not at all. */
    private synchronized void apply(Config next) throws IOException {
        TlsContexts.Loaded loaded = TlsContexts.load(next.link().tls());
        if (!draining.get()) {
            adoptOrKeep(next.captures(), live.current().captures());
        }
        tls.adopt(loaded);
        live.replace(next);
        traffic.reprice(next.tariff());
        cpu.reprice(next.tariff().cpuCoreHour());
        if (!draining.get()) {
            pools.adopt(next);
        }
        census.retireStrangers(live);
    }

    private void adoptOrKeep(List<Capture> next, List<Capture> before) throws IOException {
        try {
            captures.adopt(next);
        } catch (IOException e) {
            try {
                captures.adopt(before);
            } catch (IOException lost) {
                e.addSuppressed(lost);
            }
            throw e;
        }
    }

    @Override
    public boolean ready() {
        return !draining.get();
    }

    @Override
    public byte[] metrics() {
        return exposition.scrape();
    }

    @Override
    public Config config() {
        return live.current();
    }

    @Override
    public List<LinkSummary> links() {
        return census.summaries();
    }

    @Override
    public Optional<String> reload() {
        return reloader.reload();
    }

    @Override
    public synchronized void drain() {
        if (draining.compareAndSet(false, true)) {
            LOG.atInfo().addKeyValue("links", census.carrying()).log("draining");
            captures.close();
            listener.close();
            pools.close();
            census.retireReady();
        }
    }

    /**
     * Drains and waits until what runs is finished.
     *
     * @param limit how long to wait; what runs then is for {@link #close} to end
     * @throws InterruptedException when the caller is told not to wait
     */
    public void drain(Duration limit) throws InterruptedException {
        drain();
        long end = System.nanoTime() + limit.toNanos();
        while (census.carrying() + tunnels.size() > 0 && System.nanoTime() < end) {
            Thread.sleep(DRAIN_POLL_MILLIS);
        }
    }

    @Override
    public void close() {
        reloader.close();
        watchdog.close();
        drain();
        if (census.carrying() + tunnels.size() > 0) {
            LOG.atWarn()
                    .addKeyValue("links", census.carrying())
                    .addKeyValue("connections", tunnels.size())
                    .log("ending what still runs");
            census.cutAll(Failure.DRAIN_TIMEOUT);
            tunnels.resetAll();
        }
        admin.close();
        transport.close();
        LOG.info("stopped");
    }
}
