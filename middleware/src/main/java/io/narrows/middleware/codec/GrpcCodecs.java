package io.narrows.middleware.codec;

import io.grpc.Codec;
import io.grpc.CompressorRegistry;
import io.grpc.DecompressorRegistry;
import io.narrows.codec.Codecs;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Codecs of gRPC messages under the names that gRPC peers in other languages give them ({@link EncodingName}): {@code zstd},
 * {@code lz4}, {@code snappy}, {@code gzip}, and zstd with dictionaries. docs/formats/grpc-codecs.md has the formats. A codec whose
 * native library does not load is left out. Immutable; safe for use by many threads.
 */
public final class GrpcCodecs {
    private final List<Codec> all;

    private GrpcCodecs(List<Codec> all) {
        this.all = List.copyOf(all);
    }

    /** All that this process has, within {@link DecodingLimits#DEFAULT}. */
    public static GrpcCodecs load() {
        return of(Codecs.load(), DecodingLimits.DEFAULT);
    }

    /** @param dictionaries of which each is an encoding of its own; they keep native memory as long as they are reachable */
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

    /** The codecs, those first that shrink messages most. */
    public List<Codec> all() {
        return all;
    }

    /**
     * The codecs of some encodings, in that order; an encoding that is not there is left out.
     *
     * @param encodings their names in {@code grpc-encoding}
     */
    public List<Codec> named(Collection<String> encodings) {
        return encodings.stream()
                .flatMap(name ->
                        all.stream().filter(codec -> codec.getMessageEncoding().equals(name)))
                .toList();
    }

    /** Lets channels or servers that use the registry compress with all of them. A codec of the same name gives way. */
    public void registerIn(CompressorRegistry registry) {
        all.forEach(registry::register);
    }

    /** A registry that knows all of them beside what another one knows, and advertises them. */
    public DecompressorRegistry addedTo(DecompressorRegistry registry) {
        DecompressorRegistry added = registry;
        for (Codec codec : all) {
            added = added.with(codec, true);
        }
        return added;
    }
}
