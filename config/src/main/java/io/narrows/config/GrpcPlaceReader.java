package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads an item of {@code grpc.places}: a peer of the file, or a place that the file names itself. */
final class GrpcPlaceReader {
    static final Keys KEYS =
            Keys.of("grpc place").required("addresses").optional("peer", "name", "region", "zone", "host");

    private static final List<String> OF_ITS_OWN = List.of("name", "region", "zone", "host");
    private static final String RANGE =
            "an IP address, or a range with zero host bits such as 10.2.0.0/16 or 2001:db8::/32";

    private final References names;
    private final Map<String, YamlValue> seenNames = new HashMap<>();
    private final Map<AddressRange, YamlValue> seenRanges = new HashMap<>();

    GrpcPlaceReader(References names) {
        this.names = names;
    }

    Optional<GrpcPlace> read(YamlValue value, List<Peer> peers) {
        return value.map(KEYS).flatMap(map -> {
            Optional<List<AddressRange>> addresses = map.read("addresses", this::ranges);
            return map.has("peer") ? ofPeer(map, peers, addresses) : ofItsOwn(map, addresses);
        });
    }

    private Optional<GrpcPlace> ofPeer(YamlMap map, List<Peer> peers, Optional<List<AddressRange>> addresses) {
        for (String key : OF_ITS_OWN) {
            if (map.has(key)) {
                map.wrongKey(
                        key, key + " is not allowed with peer, whose location is in peers", "only peer and addresses");
            }
        }
        Optional<Peer> peer = map.read("peer", names::peer)
                .flatMap(name ->
                        peers.stream().filter(known -> known.id().equals(name)).findFirst());
        if (peer.filter(known -> known.location().isEmpty()).isPresent()) {
            map.get("peer")
                    .ifPresent(value -> value.wrong(
                            "peer " + Words.quote(peer.get().id().value())
                                    + " has no region, zone and host, and the middleware cannot learn them from a hello",
                            "region, zone and host in peers"));
        }
        return peer.flatMap(known ->
                known.location().flatMap(place -> addresses.map(all -> new GrpcPlace(known.id(), place, all))));
    }

    private Optional<GrpcPlace> ofItsOwn(YamlMap map, Optional<List<AddressRange>> addresses) {
        List<String> missing = OF_ITS_OWN.stream().filter(key -> !map.has(key)).toList();
        if (!missing.isEmpty()) {
            map.wrong("grpc place has no " + Words.and(missing), "peer, or name, region, zone and host");
            return Optional.empty();
        }
        Optional<String> name = map.read("name", this::name);
        Optional<Location> location = PlaceReader.other(map);
        return name.map(PeerId::new)
                .flatMap(id -> location.flatMap(at -> addresses.map(all -> new GrpcPlace(id, at, all))));
    }

    /** Reads a name that no node has, so that metrics can tell them apart. */
    private Optional<String> name(YamlValue value) {
        Optional<String> name = Names.name(value);
        if (name.isPresent()
                && (names.peers().contains(name.get()) || name.get().equals(names.node()))) {
            value.wrong(
                    Words.quote(name.get()) + " is already the id of a node",
                    "peer, or a name that is not the id of a node");
            return Optional.empty();
        }
        return name.filter(text -> once(seenNames, text, value));
    }

    private Optional<List<AddressRange>> ranges(YamlValue value) {
        return value.items("a list of IP addresses and ranges").map(items -> {
            List<AddressRange> ranges = new ArrayList<>();
            for (YamlValue item : items) {
                Optional<String> text = item.text(RANGE);
                Optional<AddressRange> range = text.flatMap(AddressRange::parse);
                if (text.isPresent() && range.isEmpty()) {
                    item.wrong(Words.quote(text.get()) + " is not an address range", RANGE);
                }
                range.filter(found -> once(seenRanges, found, item)).ifPresent(ranges::add);
            }
            return ranges;
        });
    }

    private static <T> boolean once(Map<T, YamlValue> seen, T item, YamlValue value) {
        YamlValue first = seen.putIfAbsent(item, value);
        if (first != null) {
            value.wrong(
                    Words.quote(item.toString()) + " is already at line "
                            + first.place().line(),
                    "each name and each range only once");
        }
        return first == null;
    }
}
