package io.narrows.middleware;

import io.grpc.CompressorRegistry;
import io.grpc.Decompressor;
import io.grpc.DecompressorRegistry;
import io.narrows.codec.Codec;
import io.narrows.middleware.codec.EncodingName;
import io.narrows.middleware.codec.GrpcCodecs;
import io.narrows.middleware.meter.MeteredCodec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The codecs in the form of gRPC's registries. gzip is always accepted, as in gRPC itself, so that existing callers that use
 * it keep working.
 *
 * @param encodings the encodings that this process compresses with, by codec; those with a dictionary first
 */
record Registries(
        CompressorRegistry compressors, DecompressorRegistry decompressors, Map<Codec, List<String>> encodings) {
    /** @param wanted codecs of the configuration; others are not offered */
    static Registries of(GrpcCodecs codecs, Collection<Codec> wanted) {
        CompressorRegistry compressors = CompressorRegistry.newEmptyInstance();
        compressors.register(io.grpc.Codec.Identity.NONE);
        DecompressorRegistry decompressors =
                DecompressorRegistry.emptyInstance().with(io.grpc.Codec.Identity.NONE, false);
        Map<Codec, List<String>> encodings = new EnumMap<>(Codec.class);
        for (io.grpc.Codec messages : codecs.all()) {
            Codec codec = EncodingName.codec(messages.getMessageEncoding());
            boolean offered = wanted.contains(codec);
            if (offered || codec == Codec.GZIP) {
                MeteredCodec metered = new MeteredCodec(messages, codec);
                compressors.register(metered);
                decompressors = decompressors.with((Decompressor) metered, true);
            }
            if (offered) {
                encodings.computeIfAbsent(codec, key -> new ArrayList<>()).add(messages.getMessageEncoding());
            }
        }
        for (Codec codec : List.of(Codec.ZSTD, Codec.LZ4, Codec.SNAPPY)) {
            if (decompressors.lookupDecompressor(EncodingName.of(codec)) == null) {
                decompressors = decompressors.with(new WithdrawnEncoding(EncodingName.of(codec)), false);
            }
        }
        if (encodings.containsKey(Codec.LZ4)) {
            encodings.put(Codec.LZ4HC, encodings.get(Codec.LZ4));
        }
        return new Registries(compressors, decompressors, encodings);
    }

    /** Returns the encodings of a codec that can be requested, best first; none if the codec is not offered. */
    List<String> encodings(Codec codec) {
        return encodings.getOrDefault(codec, List.of());
    }
}
