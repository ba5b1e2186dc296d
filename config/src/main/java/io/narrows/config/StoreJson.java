package io.narrows.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes {@code store} for {@link ConfigJson}. */
final class StoreJson {
    private StoreJson() {}

    static Map<String, Object> of(StoreSettings store) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("data-dir", store.dataDir().toString());
        map.put("cluster", store.cluster());
        map.put("name", store.name());
        map.put("target", store.target().value());
        store.members()
                .ifPresent(members ->
                        map.put("members", members.stream().map(PeerId::value).toList()));
        map.put("join", store.join());
        map.put("process", store.process().label());
        clients(map, store.clients());
        map.put("election-timeout", Durations.format(store.electionTimeout()));
        map.put("snapshot-count", store.snapshotCount());
        engine(map, store.engine());
        map.put("quota", Sizes.format(store.quota()));
        map.put("watch-progress-interval", Durations.format(store.watchProgressInterval()));
        map.put("initial-corrupt-check", store.initialCorruptCheck());
        store.autoCompaction().ifPresent(compaction -> map.put("auto-compact", autoCompaction(compaction)));
        store.metrics().ifPresent(address -> map.put("metrics", address.toString()));
        return map;
    }

    private static void clients(Map<String, Object> map, StoreClients clients) {
        map.put(
                "listen-clients",
                clients.listen().stream().map(HostPort::toString).toList());
        map.put("advertise-clients", clients.advertised());
        clients.tls()
                .ifPresentOrElse(files -> map.put("tls", tls(files)), () -> map.put("plaintext", clients.plaintext()));
    }

    private static Map<String, Object> tls(ServerTls files) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("cert", files.cert().toString());
        map.put("key", files.key().toString());
        files.ca().ifPresent(ca -> map.put("ca", ca.toString()));
        return map;
    }

    private static void engine(Map<String, Object> map, StoreEngine engine) {
        map.put("compression", LadderReader.format(engine.compression()));
        engine.bottommost().ifPresent(spec -> map.put("bottommost-compression", LadderReader.format(List.of(spec))));
        map.put("cache", Sizes.format(engine.cache()));
        map.put("write-buffer", Sizes.format(engine.writeBuffer()));
    }

    private static Map<String, Object> autoCompaction(AutoCompaction compaction) {
        return compaction instanceof AutoCompaction.KeepFor periodic
                ? Map.of("keep-for", Durations.format(periodic.age()))
                : Map.of("keep-revisions", ((AutoCompaction.KeepRevisions) compaction).revisions());
    }
}
