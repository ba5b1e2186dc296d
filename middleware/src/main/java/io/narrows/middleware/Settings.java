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
import io.narrows.config.Tariff;
import io.narrows.middleware.codec.GrpcCodecs;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the middleware needs to know, from a file or from a builder.
 *
 * @param places all of them, those of peers whose addresses are numbers among them
 */
record Settings(Node node, List<GrpcPlace> places, Policy policy, Tariff tariff, GrpcSettings grpc, GrpcCodecs codecs) {
    Settings {
        places = List.copyOf(places);
    }

    static Settings of(Config config, GrpcCodecs codecs) {
        GrpcSettings grpc = config.grpc().orElse(GrpcSettings.DEFAULT);
        List<GrpcPlace> places = new ArrayList<>(grpc.places());
        config.peers().forEach(peer -> peer.location().ifPresent(location -> places.add(place(peer, location))));
        return new Settings(config.node(), places, config.policy(), config.tariff(), grpc, codecs);
    }

    /** A peer, at the addresses of its sidecar and of its database that need no look-up. */
    private static GrpcPlace place(Peer peer, Location location) {
        List<AddressRange> numbers = Stream.concat(Stream.of(peer.link()), peer.addresses().values().stream())
                .map(HostPort::host)
                .distinct()
                .flatMap(host -> AddressRange.parse(host).stream())
                .filter(range -> !loopback(range))
                .toList();
        return new GrpcPlace(peer.id(), location, numbers);
    }

    /** Sidecars on loopback stand for other machines, and so does a database whose traffic they carry. */
    private static boolean loopback(AddressRange range) {
        return new HostPort(range.toString(), 0).isLoopback();
    }
}
