package io.narrows.proxy;

import io.narrows.config.Config;
import io.narrows.config.FoundNodes;
import io.narrows.config.TlsFiles;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.CpuBill;
import io.narrows.proxy.meter.TrafficMeter;
import io.narrows.proxy.relay.Relay;
import io.narrows.proxy.tls.CertificateRefusals;
import io.narrows.proxy.tls.DatabaseTls;
import io.narrows.proxy.tls.NodeCertificateException;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.tls.TlsPeers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Brings configurations into force, as a whole or not at all: steps that can fail come first, and are undone. Guarded by the monitor of the
 * {@link Sidecar}, which also keeps the relay from being drained at the same time.
 */
final class ConfigInForce {
    private final LiveConfig live;
    private final TlsContexts tls;
    private final DatabaseTls databaseTls;
    private final CertificateRefusals refusals;
    private final TlsPeers tlsPeers;
    private final Relay relay;
    private final TrafficMeter traffic;
    private final CpuBill cpu;
    private FoundNodes found = FoundNodes.NONE;

    /** @param refusals counts configurations whose certificate peers would refuse */
    ConfigInForce(
            LiveConfig live,
            TlsContexts tls,
            DatabaseTls databaseTls,
            CertificateRefusals refusals,
            TlsPeers tlsPeers,
            Relay relay,
            TrafficMeter traffic,
            CpuBill cpu) {
        this.live = live;
        this.tls = tls;
        this.databaseTls = databaseTls;
        this.refusals = refusals;
        this.tlsPeers = tlsPeers;
        this.relay = relay;
        this.traffic = traffic;
        this.cpu = cpu;
    }

    /** Returns the directory for the peers that have used TLS; empty without TLS, or if they are not kept. */
    static Optional<Path> stateDirectory(Config config) {
        return config.link().tls().flatMap(TlsFiles::stateDirectory);
    }

    /**
     * Applies a configuration.
     *
     * @throws IOException if a file cannot be used or an address cannot be bound; in that case, the earlier one stays in force
     */
    void apply(Config next) throws IOException {
        LoadedCertificates loaded = load(next);
        TlsPeers.Stored knownPeers = tlsPeers.load(stateDirectory(next));
        DatabaseTls.Loaded before = databaseTls.adopt(loaded.databases()); // first: new captures need it at once
        try {
            relay.applyCaptures(next.captures(), live.current().captures());
        } catch (IOException e) {
            databaseTls.adopt(before);
            throw e;
        }
        tlsPeers.adopt(knownPeers);
        tls.adopt(loaded.links());
        live.replace(next.withFound(found)); // they may have changed during the reload
        traffic.reprice(next.tariff());
        cpu.reprice(next.tariff().cpuCoreHour());
        relay.applyPeers(live);
    }

    private LoadedCertificates load(Config next) throws IOException {
        try {
            return LoadedCertificates.of(next);
        } catch (NodeCertificateException e) {
            refusals.add(e);
            throw e;
        }
    }

    /** Applies the nodes that the sources of peers have found. */
    void applyFound(FoundNodes nodes) {
        found = nodes;
        live.replace(live.current().withFound(nodes));
        relay.applyPeers(live);
    }
}
