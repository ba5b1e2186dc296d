package io.narrows.proxy;

import io.narrows.codec.Codecs;
import io.narrows.config.Config;
import io.narrows.config.ConfigSource;
import io.narrows.config.DryRun;
import io.narrows.config.ExposedAddress;
import io.narrows.config.FoundNodes;
import io.narrows.config.Peer;
import io.narrows.config.PeerDetail;
import io.narrows.config.PeerId;
import io.narrows.proxy.admin.AdminServer;
import io.narrows.proxy.admin.AdminState;
import io.narrows.proxy.admin.LoopCheck;
import io.narrows.proxy.auto.AutoMetrics;
import io.narrows.proxy.auto.AutoState;
import io.narrows.proxy.dictionary.DictionaryMetrics;
import io.narrows.proxy.dictionary.PeerDictionaries;
import io.narrows.proxy.discovery.Discovery;
import io.narrows.proxy.discovery.DiscoveryMetrics;
import io.narrows.proxy.history.History;
import io.narrows.proxy.history.Totals;
import io.narrows.proxy.link.handshake.HandshakeMetrics;
import io.narrows.proxy.link.handshake.LinkSecurity;
import io.narrows.proxy.link.handshake.PlainLinkMetrics;
import io.narrows.proxy.link.registry.CodecMetrics;
import io.narrows.proxy.link.registry.LinkMetrics;
import io.narrows.proxy.link.registry.LinkSummary;
import io.narrows.proxy.link.registry.Watchdog;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.MemoryLimits;
import io.narrows.proxy.memory.MemoryMetrics;
import io.narrows.proxy.memory.ProcessMemory;
import io.narrows.proxy.meter.CaptureMetrics;
import io.narrows.proxy.meter.CpuBill;
import io.narrows.proxy.meter.DepartedPeers;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Exposition;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.meter.LatencyMeter;
import io.narrows.proxy.meter.OtherMetrics;
import io.narrows.proxy.meter.ProcessCpu;
import io.narrows.proxy.meter.ReloadMeter;
import io.narrows.proxy.meter.Scrape;
import io.narrows.proxy.meter.TrafficMeter;
import io.narrows.proxy.meter.UnpackFigures;
import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.proxy.meter.UnpackMetrics;
import io.narrows.proxy.relay.Relay;
import io.narrows.proxy.reload.Reloader;
import io.narrows.proxy.sample.DryRunMetrics;
import io.narrows.proxy.sample.WhatIfEstimate;
import io.narrows.proxy.sample.WhatIfMetrics;
import io.narrows.proxy.service.ServiceManager;
import io.narrows.proxy.tls.CertificateMetrics;
import io.narrows.proxy.tls.CertificateRefusals;
import io.narrows.proxy.tls.DatabaseTls;
import io.narrows.proxy.tls.NodeCertificateException;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.tls.TlsPeers;
import io.narrows.proxy.tls.Validity;
import io.narrows.proxy.transport.AcceptMetrics;
import io.narrows.proxy.transport.BufferMetrics;
import io.narrows.proxy.transport.Sockets;
import io.narrows.proxy.transport.Transport;
import io.narrows.proxy.warmup.RecentTraffic;
import io.narrows.proxy.warmup.WarmUp;
import io.narrows.unpack.recipe.Recipes;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One sidecar process: assembles its parts, follows its configuration, and shuts down in order. Safe for use by many
 * threads, but not by its own event loops, since most calls wait for them.
 */
public final class Sidecar implements AdminState, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Sidecar.class);
    private static final long DRAIN_POLL_MILLIS = 20;

    /** Less than the two seconds that {@code narrows health} waits, and much more than one pass of an event loop. */
    private static final Duration LOOP_LIMIT = Duration.ofSeconds(1);

    private final String version;
    private final LiveConfig live;
    private final Codecs codecs = Codecs.load();
    private final TrafficMeter traffic;
    private final CpuBill cpu;
    private final EventMeter events;
    private final UnpackMeter unpacking = new UnpackMeter();
    private final LatencyMeter latency = new LatencyMeter();
    private final History history;
    private final ReloadMeter reloads;
    private final Exposition exposition;
    private final TlsContexts tls;
    private final Transport transport;
    private final MemoryLedger memory;
    private final Relay relay;
    private final ConfigInForce configuration;
    private final Watchdog watchdog;
    private final LoopCheck loops;
    private final AdminServer admin;
    private final Reloader reloader;
    private final Discovery discovery;
    private volatile @Nullable WarmUp warmUp;
    private boolean stopping;

    /**
     * Starts a sidecar. It listens when this returns.
     *
     * @param config loaded from the source
     * @param source loaded again on reload
     * @param version of this software, for hellos and metrics
     * @throws NodeCertificateException if peers would refuse the certificate
     * @throws IOException if an address cannot be bound or a certificate cannot be read; in that case, nothing is left
     *     running
     */
    public static Sidecar start(Config config, ConfigSource source, String version) throws IOException {
        return start(config, source, version, ProcessMemory.ofThisProcess());
    }

    /** Starts a sidecar with the given memory limits instead of those of this process. */
    public static Sidecar start(Config config, ConfigSource source, String version, ProcessMemory processMemory)
            throws IOException {
        return start(config, source, version, processMemory, SidecarTime::of);
    }

    /** Starts a sidecar with a clock and timer of its own, for tests. */
    static Sidecar start(
            Config config,
            ConfigSource source,
            String version,
            ProcessMemory processMemory,
            Function<Transport, SidecarTime> time)
            throws IOException {
        LoadedCertificates certificates = LoadedCertificates.of(config);
        TlsContexts tls = new TlsContexts(certificates.links());
        DatabaseTls databaseTls = new DatabaseTls(certificates.databases());
        Transport transport =
                new Transport(config.link().transport(), config.link().threads());
        try {
            Sidecar sidecar = new Sidecar(
                    config, source, version, tls, databaseTls, transport, processMemory, time.apply(transport));
            sidecar.reloader.watch();
            sidecar.discovery.applyConfig();
            return sidecar;
        } catch (IOException | RuntimeException e) {
            transport.close();
            throw e;
        }
    }

    private Sidecar(
            Config config,
            ConfigSource source,
            String version,
            TlsContexts tls,
            DatabaseTls databaseTls,
            Transport transport,
            ProcessMemory processMemory,
            SidecarTime time)
            throws IOException {
        this.version = version;
        this.live = new LiveConfig(config);
        this.tls = tls;
        this.transport = transport;
        transport.workers().execute(Sidecar::makeRecipes); // takes a while, and the first link needs them
        TlsPeers tlsPeers = new TlsPeers(transport.workers());
        tlsPeers.keepIn(ConfigInForce.stateDirectory(config));
        LinkSecurity security = new LinkSecurity(tls, tlsPeers, time::nanos);
        this.traffic = new TrafficMeter(config.node().location(), config.tariff());
        this.cpu = new CpuBill(ProcessCpu::nanos, config.tariff().cpuCoreHour());
        this.reloads = new ReloadMeter(Clock.systemUTC().instant());
        this.events = new EventMeter(Clock.systemUTC());
        this.history =
                new History(System.currentTimeMillis(), () -> Totals.of(System.currentTimeMillis(), traffic, cpu));
        ExposedAddress.of(config).forEach(address -> LOG.atWarn().log("{}", address));
        codecs.missing()
                .forEach((codec, why) -> LOG.atWarn()
                        .addKeyValue("codec", codec.label())
                        .addKeyValue("detail", why)
                        .log("codec not available; using its fallback"));
        this.memory =
                new MemoryLedger(MemoryLimits.of(processMemory, config.link().contextMemory()));
        this.relay = new Relay(
                live,
                codecs,
                memory,
                traffic,
                events,
                latency,
                unpacking,
                security,
                databaseTls,
                transport,
                time::nanos,
                version);
        CertificateRefusals certificateRefusals = new CertificateRefusals();
        this.configuration =
                new ConfigInForce(live, tls, databaseTls, certificateRefusals, tlsPeers, relay, traffic, cpu);
        this.exposition = new Exposition(traffic, events, latency, cpu, reloads, live, version);
        exposition.register(new LinkMetrics(relay.registry(), live, traffic.announced()));
        exposition.register(new CodecMetrics(relay.refusals(), relay.encoderRefusals()));
        exposition.register(new HandshakeMetrics(relay.handshakes()));
        exposition.register(new CaptureMetrics(relay.passed(), relay.deliveries()));
        exposition.register(new DryRunMetrics(live, traffic.announced(), relay.sampler()));
        exposition.register(new WhatIfMetrics(relay.whatIf()));
        exposition.register(new AutoMetrics(live, relay.auto()));
        relay.peerDictionaries().ifPresent(dictionaries -> exposition.register(new DictionaryMetrics(dictionaries)));
        exposition.register(new AcceptMetrics(transport));
        exposition.register(new BufferMetrics(transport));
        exposition.register(
                new MemoryMetrics(memory, peer -> live.current().peer(peer).isPresent()));
        exposition.register(new PlainLinkMetrics(relay.registry(), live, security));
        exposition.register(new CertificateMetrics(tls, databaseTls, certificateRefusals, Clock.systemUTC()));
        this.watchdog = new Watchdog(relay.registry(), relay.localConnections(), transport.loops(), time::nanos);
        PeerRecords peers = new PeerRecords(live, relay, traffic, events, unpacking, latency, memory);
        DepartedPeers departed = new DepartedPeers(peers, time::nanos);
        UnusedMemory unused = UnusedMemory.of(config, codecs, memory, relay.registry(), this::warmingUp);
        PeriodicJobs jobs = new PeriodicJobs(time, transport.workers());
        jobs.every(Duration.ofMinutes(1), "forget departed peers", departed::look);
        jobs.every(Duration.ofSeconds(10), "close idle workspaces", relay.recipes()::closeIdle);
        jobs.every(Duration.ofMinutes(1), "drop unused states", relay.primed()::dropUnused);
        jobs.every(Duration.ofMinutes(1), "drop abandoned dictionaries", relay.dictionaries()::dropAbandoned);
        relay.peerDictionaries()
                .ifPresent(own -> jobs.every(Duration.ofMinutes(1), "maintain dictionaries", own::maintain));
        jobs.every(Duration.ofSeconds(20), "free unused memory", unused::free);
        this.discovery = new Discovery(
                live,
                new EndpointSources(transport),
                relay.introducer(),
                relay.handshakes().instance(),
                relay.registry()::dialledPeers,
                this::applyFound,
                time::nanos);
        relay.handshakes().listenToNewcomers(discovery::strangerSeen);
        exposition.register(new DiscoveryMetrics(discovery, live));
        exposition.register(new UnpackMetrics(unpacking, relay::workspaceBytes));
        this.reloader = new Reloader(source, live, this::apply, reloads, Clock.systemUTC());
        this.loops = new LoopCheck(transport.loops(), LOOP_LIMIT);
        this.admin = new AdminServer(
                new Sockets(transport, transport.reserve(), () -> Transport.READ_SIZE),
                config.admin(),
                this,
                transport.loops().get(0));
        cpu.started();
        logDryRun(DryRun.OFF, config.dryRun());
        LOG.atInfo()
                .addKeyValue("node", config.node().id())
                .addKeyValue("link", relay.linkPort())
                .addKeyValue("admin", admin.port())
                .addKeyValue("transport", transport.kind().label())
                .addKeyValue("java", Runtime.version())
                .log("narrows {} ready", version);
    }

    /** Returns the reporter of this process's state to its service manager, which is notified of reloads automatically. */
    public ServiceManager serviceManager(Map<String, String> environment) {
        ServiceManager manager = ServiceManager.of(environment, transport);
        reloader.listen(manager);
        return manager;
    }

    /**
     * Carries synthetic traffic in the background for the duration of {@code link.warm-up}, so that the JVM has
     * compiled the hot paths before the database's traffic arrives. Until then, the sidecar accepts connections, but
     * reports that it is not ready. Their traffic has priority; the rest of the warm-up then takes longer.
     */
    public void warmUp() {
        warmUpAfter(() -> true);
    }

    /**
     * Delays the warm-up until another process that needs the processors has started, but for at most half a minute. The
     * sidecar is not ready until the warm-up has ended.
     *
     * @param other returns whether the other process has started; called often, by another thread
     */
    public synchronized void warmUpAfter(BooleanSupplier other) {
        if (warmUp == null && !live.current().warmUp().isZero()) {
            RecentTraffic recent = new RecentTraffic(traffic, relay::carrying, System::nanoTime);
            cpu.starting();
            warmUp = new WarmUp(live.current(), codecs, memory, tls, transport, recent, cpu::started);
            warmUp.startAfter(other);
        }
    }

    private synchronized void apply(Config next) throws IOException {
        DryRun dryRun = live.current().dryRun();
        configuration.apply(next);
        discovery.applyConfig();
        logDryRun(dryRun, next.dryRun());
    }

    private synchronized void applyFound(FoundNodes nodes) {
        configuration.applyFound(nodes);
    }

    private static void makeRecipes() {
        Recipes.ofThisProcess()
                .missing()
                .forEach((library, reason) ->
                        LOG.warn("no recipes of {}: pieces that it compressed are not unpacked: {}", library, reason));
    }

    private static void logDryRun(DryRun was, DryRun is) {
        if (is.active() && !was.active()) {
            LOG.warn("dry-run: captured connections go to the peers' databases in plain text, without links;"
                    + " samples are compressed to measure what links would save");
        } else if (was.active() && !is.active()) {
            LOG.info("dry-run is over: new captured connections use links");
        }
    }

    @Override
    public Optional<String> unhealthy() {
        return loops.problem();
    }

    @Override
    public Optional<String> unready() {
        if (relay.draining()) {
            return Optional.of(drainStatus());
        }
        return warmingUp() ? Optional.of("warming up") : Optional.empty();
    }

    private boolean warmingUp() {
        WarmUp current = warmUp;
        return current != null && current.underWay();
    }

    @Override
    public List<PeerId> unlinked() {
        Set<PeerId> linked = relay.registry().peers();
        return live.current().peers().stream()
                .map(Peer::id)
                .filter(peer -> !linked.contains(peer))
                .toList();
    }

    @Override
    public ReloadMeter reloads() {
        return reloads;
    }

    /** Serves the metrics of another part of this process on the admin port, too. */
    public void expose(OtherMetrics part) {
        exposition.add(part);
    }

    @Override
    public Scrape metrics(String accept, Optional<PeerDetail> detail) {
        return exposition.scrape(accept, detail.orElseGet(() -> live.current().peerDetail()));
    }

    @Override
    public Config config() {
        return live.current();
    }

    @Override
    public List<LinkSummary> links() {
        return relay.registry().summaries();
    }

    @Override
    public Optional<Validity> certificates() {
        return tls.validity();
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
    public History history() {
        return history;
    }

    @Override
    public List<WhatIfEstimate> whatIf() {
        return relay.whatIf().estimates();
    }

    @Override
    public AutoState auto() {
        return relay.auto().state();
    }

    @Override
    public UnpackFigures unpacking() {
        return unpacking.figures();
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public Optional<String> reload() {
        return reloader.reload();
    }

    @Override
    public synchronized int drain() {
        int links = relay.registry().carrying();
        if (relay.drain()) {
            LOG.atInfo().addKeyValue("links", links).log("draining");
        }
        return links;
    }

    @Override
    public synchronized Optional<String> undrain() {
        if (stopping) {
            return Optional.of("the sidecar is stopping");
        }
        try {
            if (relay.undrain(live)) {
                LOG.info("accepting connections again");
            }
            return Optional.empty();
        } catch (IOException e) {
            LOG.atError()
                    .addKeyValue("detail", e.getMessage())
                    .log("cannot resume accepting connections; still draining");
            return Optional.of(e.getMessage());
        }
    }

    private String drainStatus() {
        return "draining; links still carrying connections: " + relay.registry().carrying();
    }

    private synchronized void stop() {
        stopping = true;
        drain();
    }

    /**
     * Drains for good and waits until existing connections end.
     *
     * @param limit maximum time to wait; {@link #close} ends the remaining connections
     * @param hurried returns whether to stop waiting; called often
     * @param progress receives a text with each new number of remaining links
     * @throws InterruptedException if the calling thread is interrupted
     */
    public void drain(Duration limit, BooleanSupplier hurried, Consumer<String> progress) throws InterruptedException {
        stop();
        long end = System.nanoTime() + limit.toNanos();
        String told = "";
        while (relay.carrying() > 0 && System.nanoTime() < end && !hurried.getAsBoolean()) {
            String status = drainStatus();
            if (!status.equals(told)) {
                progress.accept(status);
                told = status;
            }
            Thread.sleep(DRAIN_POLL_MILLIS);
        }
    }

    @Override
    public void close() {
        if (warmUp != null) {
            warmUp.close();
        }
        reloader.close();
        discovery.close();
        watchdog.close();
        stop();
        if (relay.carrying() > 0) {
            LOG.atWarn()
                    .addKeyValue("links", relay.registry().carrying())
                    .addKeyValue("connections", relay.localConnections().size())
                    .log("closing connections that are still open");
            relay.registry().cutAll(Failure.DRAIN_TIMEOUT);
            relay.localConnections().resetAll();
        }
        admin.close();
        relay.auto().close();
        relay.sampler().close();
        relay.whatIf().close();
        transport.close();
        relay.peerDictionaries().ifPresent(PeerDictionaries::close);
        relay.recipes().close();
        LOG.info("stopped");
    }
}
