package io.narrows.proxy.relay;

import io.narrows.codec.Codecs;
import io.narrows.config.Capture;
import io.narrows.config.Config;
import io.narrows.config.HostPort;
import io.narrows.proxy.auto.AutoCodecs;
import io.narrows.proxy.capture.CaptureEnvironment;
import io.narrows.proxy.capture.Captures;
import io.narrows.proxy.capture.Fallbacks;
import io.narrows.proxy.capture.LocalConnections;
import io.narrows.proxy.capture.PeerAddresses;
import io.narrows.proxy.capture.Targets;
import io.narrows.proxy.dictionary.PeerDictionaries;
import io.narrows.proxy.discovery.LinkIntroducer;
import io.narrows.proxy.link.context.ContextBudget;
import io.narrows.proxy.link.dictionary.SharedDictionaries;
import io.narrows.proxy.link.dictionary.SidecarDictionaries;
import io.narrows.proxy.link.handshake.LinkHandshakes;
import io.narrows.proxy.link.handshake.LinkListener;
import io.narrows.proxy.link.handshake.LinkSecurity;
import io.narrows.proxy.link.pool.LinkPools;
import io.narrows.proxy.link.primed.PrimedContexts;
import io.narrows.proxy.link.registry.AccountedWorkspaces;
import io.narrows.proxy.link.registry.CodecRefusals;
import io.narrows.proxy.link.registry.EncoderRefusals;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.LinkRegistry;
import io.narrows.proxy.link.registry.PeerRecipes;
import io.narrows.proxy.link.registry.RateLimitedLog;
import io.narrows.proxy.link.registry.ReachedOnce;
import io.narrows.proxy.link.shared.AccountedHistory;
import io.narrows.proxy.link.shared.SharedHistories;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.MemoryPool;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.WaitingBytes;
import io.narrows.proxy.meter.DeliveryMeter;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.LatencyMeter;
import io.narrows.proxy.meter.PassedMeter;
import io.narrows.proxy.meter.ProcessCpu;
import io.narrows.proxy.meter.TrafficMeter;
import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.proxy.sample.SampleWorker;
import io.narrows.proxy.sample.Sampler;
import io.narrows.proxy.sample.WhatIf;
import io.narrows.proxy.tls.DatabaseTls;
import io.narrows.proxy.transport.Sockets;
import io.narrows.proxy.transport.Transport;
import io.narrows.unpack.recipe.Recipes;
import io.narrows.unpack.recipe.Workspaces;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * The part of a sidecar that carries traffic: captures, links and targets. It counts traffic but does not export
 * metrics; it follows a configuration but does not read it. Methods that change it are called by one thread at a time.
 */
public final class Relay {
    private static final Duration LOG_PERIOD = Duration.ofMinutes(1);

    private final LinkRegistry registry = new LinkRegistry();
    private final LocalConnections localConnections;
    private final AtomicBoolean draining = new AtomicBoolean();
    private final LinkPools pools;
    private final Captures captures;
    private final Sockets sockets;
    private LinkListener listener;
    private final CodecRefusals refusals;
    private final LinkHandshakes handshakes;
    private final LinkIntroducer introducer;
    private final PassedMeter passed = new PassedMeter();
    private final DeliveryMeter deliveries = new DeliveryMeter();
    private final WhatIf whatIf;
    private final AutoCodecs auto;
    private final EncoderRefusals encoderRefusals = new EncoderRefusals();
    private final Account workspaceMemory;
    private final PeerRecipes recipes;
    private final PrimedContexts primed;
    private final Optional<PeerDictionaries> peerDictionaries;
    private final SharedDictionaries dictionaries;
    private final Sampler sampler;

    /**
     * @param memory the ledger of the process
     * @param nanoClock a monotonic clock in nanoseconds, used for differences only
     * @throws IOException if an address cannot be bound; in that case no listener is left open
     */
    public Relay(
            LiveConfig live,
            Codecs codecs,
            MemoryLedger memory,
            TrafficMeter traffic,
            EventMeter events,
            LatencyMeter latency,
            UnpackMeter unpacking,
            LinkSecurity security,
            DatabaseTls databaseTls,
            Transport transport,
            LongSupplier nanoClock,
            String version)
            throws IOException {
        Config config = live.current();
        this.refusals = new CodecRefusals(live, registry);
        ContextBudget contexts = new ContextBudget(codecs, memory);
        SampleWorker samples = new SampleWorker(
                () -> live.current().whatIf().share(), () -> !live.current().usesAuto());
        this.whatIf = new WhatIf(live, codecs, memory, contexts, transport.allocator(), samples, nanoClock);
        this.auto = new AutoCodecs(live, whatIf, ProcessCpu::nanos, nanoClock, InstantSource.system());
        this.workspaceMemory = memory.account(Purpose.SENDING, config.node().id());
        Workspaces workspaces = new Workspaces(new AccountedWorkspaces(workspaceMemory), nanoClock);
        contexts.alsoFree(() -> workspaces.closeIdleFor(0));
        this.recipes = new PeerRecipes(Recipes::ofThisProcess, encoderRefusals, workspaces, nanoClock);
        this.primed = new PrimedContexts(live, memory, transport.workers(), nanoClock);
        this.peerDictionaries = config.dictionaries()
                .map(settings -> new PeerDictionaries(
                        settings, live, codecs, memory, transport.workers(), nanoClock, InstantSource.system()));
        this.dictionaries = new SharedDictionaries(
                live,
                memory,
                events,
                transport.workers(),
                nanoClock,
                peerDictionaries.<SidecarDictionaries>map(own -> own).orElse(SidecarDictionaries.NONE));
        LinkEnvironment environment = new LinkEnvironment(
                live,
                codecs,
                memory,
                contexts,
                new SharedHistories(peer -> AccountedHistory.of(memory, peer)),
                registry,
                refusals,
                traffic,
                events,
                latency,
                transport.workers(),
                nanoClock,
                new RateLimitedLog(LOG_PERIOD, nanoClock),
                new ReachedOnce(),
                auto,
                recipes,
                encoderRefusals,
                unpacking,
                primed,
                dictionaries);
        this.localConnections = new LocalConnections(environment);
        MemoryPool queues = memory.pool(Purpose.QUEUES);
        this.sockets =
                new Sockets(transport, transport.allocator(), () -> WaitingBytes.readSize(queues, Transport.READ_SIZE));
        PeerAddresses addresses = new PeerAddresses(live, sockets, environment.nanoClock());
        this.handshakes = new LinkHandshakes(
                environment,
                new Targets(
                        environment,
                        security,
                        sockets,
                        localConnections,
                        addresses,
                        databaseTls,
                        deliveries,
                        draining::get),
                security,
                draining::get,
                version);
        this.introducer =
                new LinkIntroducer(sockets, handshakes, live, transport.loops().get(0));
        this.pools = new LinkPools(environment, sockets, handshakes, transport.loops());
        Fallbacks fallbacks = new Fallbacks(live, sockets, security, traffic.announced(), environment.nanoClock());
        this.sampler = new Sampler(environment, transport.allocator(), samples);
        this.captures = new Captures(new CaptureEnvironment(
                environment, pools, fallbacks, localConnections, sockets, addresses, sampler, databaseTls, passed));
        this.listener = new LinkListener(sockets, handshakes, config.link().listen());
        pools.applyConfig(config);
        try {
            captures.applyConfig(config.captures());
        } catch (IOException e) {
            drain();
            throw e;
        }
    }

    /** Returns the encoders of recipes that are not offered to each peer. */
    public EncoderRefusals encoderRefusals() {
        return encoderRefusals;
    }

    /** Returns the recipes by which links unpack. */
    public PeerRecipes recipes() {
        return recipes;
    }

    /** Returns the states from which contexts of later links begin. */
    public PrimedContexts primed() {
        return primed;
    }

    /** Returns the dictionaries of this sidecar; empty if the configuration has none. */
    public Optional<PeerDictionaries> peerDictionaries() {
        return peerDictionaries;
    }

    /** Returns the dictionaries with which contexts begin. */
    public SharedDictionaries dictionaries() {
        return dictionaries;
    }

    /** Returns the native memory of the workspaces in which links unpack and rebuild, in bytes. */
    public long workspaceBytes() {
        return workspaceMemory.usedBytes();
    }

    /** Returns the registry of open links. */
    public LinkRegistry registry() {
        return registry;
    }

    /** Returns the codecs that are refused from each peer. */
    public CodecRefusals refusals() {
        return refusals;
    }

    /** Returns the counters of captured connections of no peer. */
    public PassedMeter passed() {
        return passed;
    }

    /** Returns the counters of connections to this node's targets. */
    public DeliveryMeter deliveries() {
        return deliveries;
    }

    /** Returns the sampler of dry runs. */
    public Sampler sampler() {
        return sampler;
    }

    /** Returns the measurement of other codecs and levels. */
    public WhatIf whatIf() {
        return whatIf;
    }

    /** Returns the choice of codecs that rules leave to the sidecar. */
    public AutoCodecs auto() {
        return auto;
    }

    /** Returns the handshakes in progress. */
    public LinkHandshakes handshakes() {
        return handshakes;
    }

    /** Returns the client that asks other sidecars for their ids. */
    public LinkIntroducer introducer() {
        return introducer;
    }

    /** Returns the port that accepts links of other sidecars. */
    public int linkPort() {
        return listener.port();
    }

    /** Returns the port of an active capture. */
    public int capturePort(Capture capture) {
        return captures.port(capture);
    }

    /**
     * Opens and closes captures as configured; restores the previous ones on failure.
     *
     * @throws IOException if an address cannot be bound
     */
    public void applyCaptures(List<Capture> next, List<Capture> before) throws IOException {
        if (draining.get()) {
            return;
        }
        try {
            captures.applyConfig(next);
        } catch (IOException e) {
            try {
                captures.applyConfig(before);
            } catch (IOException lost) {
                e.addSuppressed(lost);
            }
            throw e;
        }
    }

    /** Applies the peers of a configuration that is now active. */
    public void applyPeers(LiveConfig live) {
        if (!draining.get()) {
            pools.applyConfig(live.current());
        }
        registry.relocate();
        refusals.applyConfig(live.current());
        handshakes.applyConfig(live.current());
        registry.retireStrangers(live);
    }

    /**
     * Returns the number of carried connections, including those that outlive their link because bytes are queued for
     * them.
     */
    public int carrying() {
        return registry.carrying() + localConnections.size();
    }

    public LocalConnections localConnections() {
        return localConnections;
    }

    public boolean draining() {
        return draining.get();
    }

    /**
     * Accepts connections again after {@link #drain}, with links at the same port. Returns false if it was not
     * draining.
     *
     * @throws IOException if an address cannot be bound; in that case, it keeps draining
     */
    public boolean undrain(LiveConfig live) throws IOException {
        if (!draining.get()) {
            return false;
        }
        Config config = live.current();
        HostPort address = new HostPort(config.link().listen().host(), listener.port());
        LinkListener again = new LinkListener(sockets, handshakes, address);
        draining.set(false);
        try {
            captures.applyConfig(config.captures());
        } catch (IOException e) {
            draining.set(true);
            captures.close();
            again.close();
            registry.retireReady();
            throw e;
        }
        listener = again;
        pools.applyConfig(config);
        return true;
    }

    /** Stops accepting connections; existing ones continue. Returns false if it was already draining. */
    public boolean drain() {
        if (!draining.compareAndSet(false, true)) {
            return false;
        }
        captures.close();
        listener.close();
        pools.close();
        registry.retireReady();
        return true;
    }
}
