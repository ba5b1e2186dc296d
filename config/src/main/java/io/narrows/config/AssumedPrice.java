package io.narrows.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A price assumed for a region without a figure in the preset, as readable text. */
public final class AssumedPrice {
    private AssumedPrice() {}

    /** Describes the assumption about the traffic between two nodes; empty if the preset or the file has a price for it. */
    static Optional<String> between(Location from, Location to, Tariff tariff) {
        List<String> unknown = tariff.unknownRegions(from, to);
        if (unknown.isEmpty()) {
            return Optional.empty();
        }
        String names = unknown.stream().map(name -> "\"" + name + "\"").collect(Collectors.joining(" and "));
        String tier = Tier.between(from, to).label();
        return Optional.of("preset " + tariff.preset().label() + " has no prices for " + names + ", so its lowest "
                + tier + " price is used; set tariff.regions or tariff." + tier + " to override it");
    }

    /** Returns a line for each peer, and each place of the gRPC middleware, to which traffic has an assumed price. */
    public static List<String> of(Config config) {
        Map<PeerId, Location> places = new LinkedHashMap<>();
        config.peers().forEach(peer -> peer.location().ifPresent(location -> places.put(peer.id(), location)));
        config.grpc().ifPresent(grpc -> grpc.places().forEach(place -> places.put(place.peer(), place.location())));
        Location own = config.node().location();
        return places.entrySet().stream()
                .flatMap(place -> between(own, place.getValue(), config.tariff())
                        .map(text -> "price to " + place.getKey() + " assumed, "
                                + config.tariff().price(own, place.getValue()) + ": " + text)
                        .stream())
                .toList();
    }
}
