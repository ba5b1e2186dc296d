package io.narrows.middleware;

import io.narrows.config.AddressRange;
import io.narrows.config.Config;
import io.narrows.config.GrpcPlace;
import io.narrows.config.GrpcSettings;
import io.narrows.config.HostPort;
import io.narrows.config.Location;
import io.narrows.config.Node;
import io.narrows.config.Peer;
import io.narrows.config.Policy;
import io.narrows.config.Rule;
import io.narrows.config.Tariff;
import io.narrows.middleware.codec.GrpcCodecs;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The middleware's settings, from a file or a builder.
 *
 * @param places all places, including those of peers with numeric addresses
 */
record Settings(Node node, List<GrpcPlace> places, Policy policy, Tariff tariff, GrpcSettings grpc, GrpcCodecs codecs) {
    Settings {
        places = List.copyOf(places);
    }

    /** @throws IllegalArgumentException if a rule has {@code codec: auto}, since calls are not measured */
    static Settings of(Config config, GrpcCodecs codecs) {
        config.policy().rules().stream()
                .filter(rule -> rule.compression().auto())
                .findFirst()
                .ifPresent(Settings::refuse);
        GrpcSettings grpc = config.grpc().orElse(GrpcSettings.DEFAULT);
        List<GrpcPlace> places = new ArrayList<>(grpc.places());
        config.peers().forEach(peer -> peer.location().ifPresent(location -> places.add(place(peer, location))));
        return new Settings(config.node(), places, config.policy(), config.tariff(), grpc, codecs);
    }

    private static void refuse(Rule rule) {
        throw new IllegalArgumentException("rule " + rule.number() + " at " + rule.place()
                + ": the gRPC middleware has no codec auto (expected: a codec, such as zstd)");
    }

    /** Returns the place of a peer, with the numeric addresses of its sidecar and its database. */
    private static GrpcPlace place(Peer peer, Location location) {
        List<AddressRange> numbers = Stream.concat(Stream.of(peer.link()), peer.addresses().values().stream())
                .map(HostPort::host)
                .distinct()
                .flatMap(host -> AddressRange.parse(host).stream())
                .filter(range -> !loopback(range))
                .toList();
        return new GrpcPlace(peer.id(), location, numbers);
    }

    /**
     * Returns whether a range is on loopback, where addresses stand for sidecars and databases of other machines.
     */
    private static boolean loopback(AddressRange range) {
        return new HostPort(range.toString(), 0).isLoopback();
    }
}
