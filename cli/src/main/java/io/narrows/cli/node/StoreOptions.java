package io.narrows.cli.node;

import io.narrows.config.AutoCompaction;
import io.narrows.config.Config;
import io.narrows.config.HostPort;
import io.narrows.config.ServerTls;
import io.narrows.config.StoreEngine;
import io.narrows.config.StoreMembers;
import io.narrows.config.StoreSettings;
import io.narrows.node.NodeOptions;
import io.narrows.node.api.ApiTls;
import io.narrows.node.compaction.Retention;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.storage.db.FamilyOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Derives the options of the store from a configuration. */
final class StoreOptions {
    private StoreOptions() {}

    /** @param config has a store */
    static NodeOptions of(Config config) {
        StoreSettings store = config.store().orElseThrow();
        StoreMembers members = StoreMembers.of(config).orElseThrow();
        return new NodeOptions(
                store.cluster(),
                store.name(),
                members.self().address().toString(),
                socket(members.self().via()),
                members.addresses(),
                store.join(),
                store.dataDir(),
                store.clients().listen().stream().map(StoreOptions::socket).toList(),
                store.clients().advertised(),
                store.clients().tls().map(StoreOptions::tls),
                store.electionTimeout(),
                store.snapshotCount(),
                store.quota(),
                store.watchProgressInterval(),
                store.initialCorruptCheck(),
                keyspace(store.engine()),
                store.autoCompaction().map(StoreOptions::retention),
                store.metrics().map(StoreOptions::socket),
                config.tariff().storageGbMonth());
    }

    private static KeyspaceOptions keyspace(StoreEngine engine) {
        KeyspaceOptions standard = KeyspaceOptions.defaults();
        FamilyOptions family = standard.family()
                .withCompressionPerLevel(engine.compression())
                .withWriteBufferSize(engine.writeBuffer());
        return standard.withEngine(standard.engine().withBlockCacheBytes(engine.cache()))
                .withFamily(engine.bottommost()
                        .map(family::withBottommostCompression)
                        .orElse(family));
    }

    private static ApiTls tls(ServerTls files) {
        return new ApiTls(files.cert(), files.key(), files.ca());
    }

    private static Retention retention(AutoCompaction compaction) {
        return compaction instanceof AutoCompaction.KeepFor periodic
                ? new Retention.Age(periodic.age())
                : new Retention.Revisions(((AutoCompaction.KeepRevisions) compaction).revisions());
    }

    /** Converts an address without resolution, since the configuration has IP addresses there. */
    private static InetSocketAddress socket(HostPort address) {
        try {
            return new InetSocketAddress(InetAddress.getByName(HostsFile.ip(address)), address.port());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(address + " (expected: an IP address)", e);
        }
    }
}
