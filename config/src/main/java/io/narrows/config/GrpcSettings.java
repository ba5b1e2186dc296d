package io.narrows.config;

import io.narrows.codec.Codec;
import java.util.List;

/**
 * Settings of the gRPC middleware beyond topology, policy and tariff. The sidecar ignores them.
 *
 * @param methods classes of calls; the first match applies
 * @param places places of addresses; the narrowest range applies
 * @param codecs codecs that this process uses and announces, in order of preference, without {@code none}
 * @param minSize in bytes: smaller messages are not compressed, whatever a rule says
 */
public record GrpcSettings(List<GrpcMethod> methods, List<GrpcPlace> places, List<Codec> codecs, int minSize) {
    /** The settings if the file has no {@code grpc}. */
    public static final GrpcSettings DEFAULT =
            new GrpcSettings(List.of(), List.of(), List.of(Codec.ZSTD, Codec.LZ4, Codec.SNAPPY, Codec.GZIP), 256);

    public GrpcSettings {
        methods = List.copyOf(methods);
        places = List.copyOf(places);
        codecs = List.copyOf(codecs);
    }

    /**
     * Returns the class of a method's calls; {@link TrafficClass#GRPC} if no pattern matches.
     *
     * @param service the full name of the service, {@code narrows.example.Replication}
     */
    public TrafficClass trafficClass(String service, String method) {
        for (GrpcMethod pattern : methods) {
            if (pattern.matches(service, method)) {
                return pattern.trafficClass();
            }
        }
        return TrafficClass.GRPC;
    }
}
