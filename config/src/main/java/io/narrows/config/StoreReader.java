package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code store}. {@link StoreChecks} checks it against the other sections. */
final class StoreReader {
    static final Keys KEYS = Keys.of("store")
            .required("data-dir")
            .optional(
                    "cluster",
                    "name",
                    "target",
                    "members",
                    "join",
                    "process",
                    "listen-clients",
                    "advertise-clients",
                    "tls",
                    "plaintext",
                    "election-timeout",
                    "snapshot-count",
                    "compression",
                    "bottommost-compression",
                    "cache",
                    "write-buffer",
                    "quota",
                    "watch-progress-interval",
                    "initial-corrupt-check",
                    "auto-compact",
                    "metrics")
            .former(Map.of("data", "data-dir", "clients", "listen-clients", "snapshot-every", "snapshot-count"));

    static final Duration MIN_ELECTION = Duration.ofMillis(100);
    static final Duration MAX_ELECTION = Duration.ofSeconds(60);
    static final int MIN_SNAPSHOT = 100;
    static final int MAX_SNAPSHOT = 1_000_000_000;
    static final Duration MIN_PROGRESS = Duration.ofMillis(100);
    static final Duration MAX_PROGRESS = Duration.ofHours(24);
    static final long MIN_QUOTA = 1 << 20;
    static final long MAX_QUOTA = 1L << 44;

    private final References names;
    private final ListenAddresses listens;
    private final StoreClientsReader clients;
    private final Path folder;

    StoreReader(References names, ListenAddresses listens, Path folder) {
        this.names = names;
        this.listens = listens;
        this.clients = new StoreClientsReader(listens, new TlsReader(folder));
        this.folder = folder;
    }

    Optional<StoreSettings> read(YamlValue value) {
        return value.map(KEYS).flatMap(this::settings);
    }

    private Optional<StoreSettings> settings(YamlMap store) {
        Optional<Path> data = store.read("data-dir", new Directories(folder)::read);
        Optional<TargetName> target = target(store);
        Optional<List<String>> members = store.read("members", this::members);
        StoreSettings settings = new StoreSettings(
                data.orElse(folder),
                store.read("cluster", Names::name).orElse(StoreSettings.DEFAULT_CLUSTER),
                store.read("name", Names::name).orElse(names.node()),
                target.orElse(StoreSettings.DEFAULT_TARGET),
                members.map(ids ->
                        ids.stream().flatMap(id -> PeerId.of(id).stream()).toList()),
                joins(store, members.orElse(names.peers())),
                clients.read(store),
                store.read("election-timeout", timeout -> Durations.read(timeout, MIN_ELECTION, MAX_ELECTION))
                        .orElse(StoreSettings.DEFAULT_ELECTION_TIMEOUT),
                store.read("snapshot-count", count -> count.integer(MIN_SNAPSHOT, MAX_SNAPSHOT))
                        .orElse(StoreSettings.DEFAULT_SNAPSHOT_COUNT),
                StoreEngineReader.read(store),
                store.read("quota", size -> Sizes.read(size, MIN_QUOTA, MAX_QUOTA))
                        .orElse(StoreSettings.DEFAULT_QUOTA),
                store.read("watch-progress-interval", time -> Durations.read(time, MIN_PROGRESS, MAX_PROGRESS))
                        .orElse(StoreSettings.DEFAULT_WATCH_PROGRESS_INTERVAL),
                store.read("initial-corrupt-check", YamlValue::bool).orElse(false),
                store.read("auto-compact", AutoCompactionReader::read),
                store.read("metrics", listens::readOfStore),
                store.read("process", process -> process.word(StoreProcess.BY_LABEL))
                        .orElse(StoreProcess.SHARED));
        return data.flatMap(directory -> target.map(known -> settings));
    }

    private Optional<TargetName> target(YamlMap store) {
        if (store.has("target")) {
            return store.read("target", names::target);
        }
        if (names.targets().contains(StoreSettings.DEFAULT_TARGET.value())) {
            return Optional.of(StoreSettings.DEFAULT_TARGET);
        }
        store.wrong(
                "store has no \"target\", and there is no target named " + StoreSettings.DEFAULT_TARGET,
                "target: the name of the store's Raft address in targets");
        return Optional.empty();
    }

    private Optional<List<String>> members(YamlValue value) {
        String expected = "a list of the ids of all members, including " + Words.quote(names.node());
        return value.items(expected).map(items -> {
            List<String> ids = new ArrayList<>();
            for (YamlValue item : items) {
                names.nodeText(item).ifPresent(id -> {
                    if (ids.contains(id)) {
                        item.wrong(Words.quote(id) + " is listed twice", "each member only once");
                    }
                    ids.add(id);
                });
            }
            if (!names.node().isEmpty() && !ids.contains(names.node())) {
                value.wrong("this node is not in the list of members", expected);
            }
            return ids;
        });
    }

    private boolean joins(YamlMap store, List<String> members) {
        boolean joins = store.read("join", YamlValue::bool).orElse(false);
        if (joins && members.stream().allMatch(names.node()::equals)) {
            store.wrongKey("join", "there is no member to join", "peers that run the store, or join: false");
        }
        return joins;
    }
}
