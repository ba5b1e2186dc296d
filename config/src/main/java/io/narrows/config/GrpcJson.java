package io.narrows.config;

import io.narrows.codec.Codec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes {@code grpc} for {@link ConfigJson}. */
final class GrpcJson {
    private GrpcJson() {}

    static Map<String, Object> of(GrpcSettings grpc, List<Peer> peers) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("methods", grpc.methods().stream().map(GrpcJson::method).toList());
        map.put(
                "places",
                grpc.places().stream().map(place -> place(place, peers)).toList());
        map.put("codecs", grpc.codecs().stream().map(Codec::label).toList());
        map.put("min-size", Sizes.format(grpc.minSize()));
        return map;
    }

    private static Map<String, Object> method(GrpcMethod method) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("service", method.service());
        map.put("method", method.method());
        map.put("class", method.trafficClass().name());
        return map;
    }

    private static Map<String, Object> place(GrpcPlace place, List<Peer> peers) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (peers.stream().anyMatch(peer -> peer.id().equals(place.peer()))) {
            map.put("peer", place.peer().value());
        } else {
            map.put("name", place.peer().value());
            map.put("region", place.location().region());
            map.put("zone", place.location().zone());
            map.put("host", place.location().host());
        }
        map.put(
                "addresses",
                place.addresses().stream().map(AddressRange::toString).toList());
        return map;
    }
}
