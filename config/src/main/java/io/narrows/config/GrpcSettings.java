package io.narrows.config;

import io.narrows.codec.Codec;
import java.util.List;

/**
 * What the gRPC middleware is told beside topology, policy and tariff. A sidecar does not look at it.
 *
 * @param methods what calls are; the first that matches wins
 * @param places where addresses are; the narrowest range wins
 * @param codecs what this process compresses with and says that it takes, the dearest wish first; without {@code none}
 * @param minSize in bytes: messages that are smaller go as they are, whatever a rule says
 */
public record GrpcSettings(List<GrpcMethod> methods, List<GrpcPlace> places, List<Codec> codecs, int minSize) {
    /** What holds when a file has no {@code grpc}. */
    public static final GrpcSettings DEFAULT =
            new GrpcSettings(List.of(), List.of(), List.of(Codec.ZSTD, Codec.LZ4, Codec.SNAPPY, Codec.GZIP), 256);

    public GrpcSettings {
        methods = List.copyOf(methods);
        places = List.copyOf(places);
        codecs = List.copyOf(codecs);
    }

    /**
     * The class of a method's calls; {@link TrafficClass#GRPC} where no pattern knows it.
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
