package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlEntry;
import io.narrows.config.yaml.YamlValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code targets}: user-defined names, each with an address or a map of the address and the peers that may open it. */
final class TargetsReader {
    static final Keys KEYS = Keys.of("target").required("address").optional("peers", "tls");

    private final References names;
    private final SidecarAddresses sidecar;
    private final DatabaseTlsReader databaseTls;

    TargetsReader(References names, SidecarAddresses sidecar, DatabaseTlsReader databaseTls) {
        this.names = names;
        this.sidecar = sidecar;
        this.databaseTls = databaseTls;
    }

    Optional<Map<TargetName, Target>> read(YamlValue value) {
        return value.entries("a map of target names and their local addresses").map(entries -> {
            Map<TargetName, Target> targets = new LinkedHashMap<>();
            for (YamlEntry entry : entries) {
                Optional<TargetName> name = Names.name(entry.name()).map(TargetName::new);
                Optional<Target> target = target(entry.value());
                name.ifPresent(key -> target.ifPresent(read -> targets.put(key, read)));
            }
            return targets;
        });
    }

    private Optional<Target> target(YamlValue value) {
        if (!isMap(value)) {
            return sidecar.read(value).map(Target::forAll);
        }
        return value.map(KEYS).flatMap(map -> {
            Optional<HostPort> address = map.read("address", sidecar::read);
            Optional<List<PeerId>> peers = map.read("peers", this::peers);
            boolean begins = map.get("tls").filter(TargetsReader::isMap).isPresent();
            Optional<OriginatedTls> originated = begins ? map.read("tls", databaseTls::originated) : Optional.empty();
            boolean tls = !begins && map.read("tls", YamlValue::bool).orElse(false);
            if (begins && !map.has("peers")) {
                map.wrongKey(
                        "tls",
                        "every peer could open this target with the certificate in tls",
                        "peers, the list of those that may");
            }
            return address.map(at -> new Target(at, peers, tls, originated));
        });
    }

    private static boolean isMap(YamlValue value) {
        return value.unreported().entries("a map").isPresent();
    }

    /** Reads the list of peers that may open a target. Rejects an empty list, which would make the target unreachable. */
    private Optional<List<PeerId>> peers(YamlValue value) {
        return value.items("a list of the peers that may open the target").map(items -> {
            if (items.isEmpty()) {
                value.wrong("peers is empty", "the peers that may open the target; omit the key to allow all peers");
            }
            List<String> peers = new ArrayList<>();
            for (YamlValue item : items) {
                names.peerOrSelf(item).ifPresent(peer -> {
                    if (peers.contains(peer)) {
                        item.wrong("peer " + Words.quote(peer) + " is listed twice", "each peer only once");
                    }
                    peers.add(peer);
                });
            }
            return peers.stream().flatMap(id -> PeerId.of(id).stream()).toList();
        });
    }
}
