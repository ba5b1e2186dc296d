package io.narrows.middleware.codec;

import io.grpc.Codec;
import io.grpc.CompressorRegistry;
import io.grpc.DecompressorRegistry;
import io.narrows.codec.Codecs;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Codecs of gRPC messages under the names used by gRPC peers in other languages ({@link EncodingName}): {@code zstd},
 * {@code lz4}, {@code snappy}, {@code gzip}, and zstd with dictionaries. docs/formats/grpc-codecs.md describes the formats.
 * A codec whose native library does not load is left out. Immutable; safe for use by many threads.
 */
public final class GrpcCodecs {
    private final List<Codec> all;

    private GrpcCodecs(List<Codec> all) {
        this.all = List.copyOf(all);
    }

    /** Loads all codecs available in this process, limited by {@link DecodingLimits#DEFAULT}. */
    public static GrpcCodecs load() {
        return of(Codecs.load(), DecodingLimits.DEFAULT);
    }

    /** @param dictionaries each is a separate encoding; they hold native memory while they are reachable */
    public static GrpcCodecs of(Codecs codecs, DecodingLimits limits, MessageDictionary... dictionaries) {
        List<Codec> all = new ArrayList<>();
        if (codecs.has(io.narrows.codec.Codec.ZSTD)) {
            for (MessageDictionary dictionary : dictionaries) {
                all.add(new ZstdMessages(dictionary, limits));
            }
            all.add(new ZstdMessages(limits));
        }
        if (codecs.has(io.narrows.codec.Codec.LZ4)) {
            all.add(new Lz4Messages(codecs, limits));
        }
        if (codecs.has(io.narrows.codec.Codec.SNAPPY)) {
            all.add(new SnappyMessages(codecs, limits));
        }
        all.add(new GzipMessages(limits));
        return new GrpcCodecs(all);
    }

    /** Returns the codecs in order of compression, strongest first. */
    public List<Codec> all() {
        return all;
    }

    /**
     * Returns the codecs of some encodings, in that order; unavailable encodings are left out.
     *
     * @param encodings names in {@code grpc-encoding}
     */
    public List<Codec> named(Collection<String> encodings) {
        return encodings.stream()
                .flatMap(name ->
                        all.stream().filter(codec -> codec.getMessageEncoding().equals(name)))
                .toList();
    }

    /** Registers all codecs for compression in channels or servers that use the registry, replacing codecs of the same name. */
    public void registerIn(CompressorRegistry registry) {
        all.forEach(registry::register);
    }

    /** Returns a copy of a registry that also contains all of these codecs, and advertises them. */
    public DecompressorRegistry addedTo(DecompressorRegistry registry) {
        DecompressorRegistry added = registry;
        for (Codec codec : all) {
            added = added.with(codec, true);
        }
        return added;
    }
}
