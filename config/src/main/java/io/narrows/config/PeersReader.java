package io.narrows.config;

import io.narrows.codec.Codec;
import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlEntry;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Reads {@code peers}. Each id, link and address must belong to one peer only. */
final class PeersReader {
    static final Keys KEYS = Keys.of("peer")
            .required("id", "link")
            .optional("region", "zone", "host", "addresses", "refuse-codecs", "ip", "fallback", "allow-downgrade")
            .later("plain");

    /** Codecs by name. Uncompressed frames cannot be refused. */
    static final Map<String, Codec> REFUSABLE = Ordered.by(
            Codec::label,
            Arrays.stream(Codec.values()).filter(codec -> codec != Codec.NONE).toArray(Codec[]::new));

    private static final String IP = "an IP address of the node, or a list of them";

    private final References names;
    private final SidecarAddresses sidecar;
    private final TargetsReader targetsReader;
    private final PlaceReader places;
    private final Map<PeerId, YamlValue> ids = new HashMap<>();
    private final Map<HostPort, YamlValue> links = new HashMap<>();
    private final Map<HostPort, YamlValue> addresses = new HashMap<>();
    private final Map<IpAddress, YamlValue> ips = new HashMap<>();
    private final FallbackChecks fallbacks = new FallbackChecks();
    private final Map<TargetName, Target> targets = new LinkedHashMap<>();

    PeersReader(References names, SidecarAddresses sidecar, PlaceReader places, TargetsReader targetsReader) {
        this.names = names;
        this.sidecar = sidecar;
        this.places = places;
        this.targetsReader = targetsReader;
    }

    Optional<List<Peer>> read(YamlValue value) {
        return value.items("a list of peers")
                .map(items -> items.stream()
                        .flatMap(item -> peer(item, KEYS).stream())
                        .toList());
    }

    /** Reads {@code nodes}, whose items are all nodes of a shared file, including this one. */
    Optional<List<Peer>> readNodes(YamlValue value) {
        return value.items("a list of all nodes").map(items -> {
            if (items.isEmpty()) {
                value.wrong("nodes is empty", "all nodes, this one included");
            }
            return items.stream()
                    .flatMap(item -> peer(item, NodesReader.KEYS).stream())
                    .toList();
        });
    }

    /** Returns the targets that the entry of this node in {@code nodes} has. */
    Map<TargetName, Target> targets() {
        return targets;
    }

    /** Checks what depends on other sections of the file. */
    void check(Config config) {
        fallbacks.check(config);
    }

    /** Returns the position of a peer's id in the file, for problems found later. */
    YamlValue place(Peer peer) {
        return place(peer.id());
    }

    /** Returns the position of a node's id in the list. */
    YamlValue place(PeerId id) {
        return Objects.requireNonNull(ids.get(id));
    }

    private Optional<Peer> peer(YamlValue value, Keys keys) {
        return value.map(keys).flatMap(peer -> {
            Optional<PeerId> id = peer.read("id", this::id);
            Optional<Optional<Location>> location =
                    keys.required().containsAll(PlaceReader.KEYS) ? listed(peer, id) : location(peer);
            Optional<HostPort> link = peer.read("link", at -> sidecar.read(at).filter(a -> unique(links, a, at)));
            Map<TargetName, HostPort> own =
                    peer.read("addresses", this::addresses).orElse(Map.of());
            Set<Codec> refused = peer.read("refuse-codecs", PeersReader::codecs).orElse(Set.of());
            List<IpAddress> ips = peer.read("ip", this::ips).orElse(List.of());
            Optional<Fallback> fallback = peer.read("fallback", word -> word.word(Fallback.BY_LABEL));
            boolean downgrade = peer.read("allow-downgrade", YamlValue::bool).orElse(false);
            Map<TargetName, Target> here =
                    peer.read("targets", targetsReader::read).orElse(Map.of());
            id.filter(names::isThisNode).ifPresent(node -> targets.putAll(here));
            Optional<Peer> read = id.flatMap(i -> location.flatMap(where ->
                    link.map(at -> new Peer(i, where, at, own, refused, ips, fallback, downgrade, Optional.empty()))));
            read.ifPresent(complete -> fallbacks.remember(complete, peer));
            return read;
        });
    }

    /** Reads the place of a peer, complete or absent; the outer value is empty if an error was reported. */
    static Optional<Optional<Location>> location(YamlMap peer) {
        List<String> missing =
                PlaceReader.KEYS.stream().filter(key -> !peer.has(key)).toList();
        if (missing.size() == PlaceReader.KEYS.size()) {
            return Optional.of(Optional.empty());
        }
        if (!missing.isEmpty()) {
            peer.wrong("peer has no " + Words.and(missing), "region, zone and host together, or none of them");
            return Optional.empty();
        }
        return complete(PlaceReader.other(peer));
    }

    /** Reads the place in a list of all nodes; the outer value is empty if an error was reported. */
    private Optional<Optional<Location>> listed(YamlMap node, Optional<PeerId> id) {
        return id.filter(names::isThisNode).isPresent() ? complete(places.own(node)) : PlaceReader.listed(node);
    }

    /** Wraps a place that must not be absent; empty, as it is, if an error was reported. */
    private static Optional<Optional<Location>> complete(Optional<Location> place) {
        return place.isEmpty() ? Optional.empty() : Optional.of(place);
    }

    private Optional<PeerId> id(YamlValue value) {
        Optional<String> id = Names.name(value);
        if (!names.shared() && id.isPresent() && id.get().equals(names.node())) {
            value.wrong("peer " + Words.quote(id.get()) + " is this node itself", "the id of another node");
            return Optional.empty();
        }
        return id.map(PeerId::new).filter(known -> unique(ids, known, value));
    }

    private Optional<Map<TargetName, HostPort>> addresses(YamlValue value) {
        return value.entries("a map of targets to the addresses that the database uses for them")
                .map(entries -> {
                    Map<TargetName, HostPort> byTarget = new LinkedHashMap<>();
                    for (YamlEntry entry : entries) {
                        Optional<TargetName> target = names.targetKey(entry);
                        Addresses.read(entry.value())
                                .filter(address -> unique(addresses, address, entry.value()))
                                .ifPresent(address -> target.ifPresent(name -> byTarget.put(name, address)));
                    }
                    return byTarget;
                });
    }

    /** Reads one address or a list of them. */
    private Optional<List<IpAddress>> ips(YamlValue value) {
        Optional<List<YamlValue>> list = value.unreported().items("a list").flatMap(items -> value.items("a list"));
        List<YamlValue> items = list.orElse(List.of(value));
        if (items.isEmpty()) {
            value.wrong("ip is empty", IP);
        }
        return Optional.of(items.stream().flatMap(item -> ip(item).stream()).toList());
    }

    private Optional<IpAddress> ip(YamlValue value) {
        return value.text(IP).flatMap(text -> {
            Optional<IpAddress> ip = IpAddress.parse(text);
            if (ip.isEmpty()) {
                value.wrong(Words.quote(text) + " is not an IP address", IP);
            }
            return ip.filter(address -> unique(ips, address, value));
        });
    }

    private static Optional<Set<Codec>> codecs(YamlValue value) {
        return value.items("a list of codecs").map(items -> {
            Set<Codec> codecs = EnumSet.noneOf(Codec.class);
            items.forEach(item -> item.word(REFUSABLE).ifPresent(codecs::add));
            return codecs;
        });
    }

    private static <T> boolean unique(Map<T, YamlValue> seen, T item, YamlValue value) {
        YamlValue first = seen.putIfAbsent(item, value);
        if (first != null) {
            value.wrong(
                    Words.quote(item.toString()) + " already belongs to another peer at line "
                            + first.place().line(),
                    "a different id, link and address for each peer");
        }
        return first == null;
    }
}
