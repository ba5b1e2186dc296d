package io.narrows.config;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import io.narrows.config.yaml.Words;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The compression that a rule specifies.
 *
 * @param spec the codec; if the sidecar chooses, the one until it has measured the traffic
 * @param linger how long bytes may wait for more to join their frame; zero sends the bytes of each read immediately
 * @param minSize in bytes: smaller frames are not compressed; 0 for no minimum
 * @param sharedHistory whether a link's frames may refer to data that other links to and from the same peer carried
 * @param priming the connections whose contexts begin from states that earlier ones left
 * @param dictionary the connections whose contexts begin with a dictionary
 * @param unpack the formats of applications that a link unpacks before it compresses, in the order of {@link PackedFormat};
 *     empty for none
 * @param auto whether the sidecar chooses the codec and level of each link
 */
public record Compression(
        CodecSpec spec,
        Duration linger,
        int minSize,
        boolean sharedHistory,
        ConnectionScope priming,
        ConnectionScope dictionary,
        Set<PackedFormat> unpack,
        boolean auto) {
    public static final Compression NONE = of(CodecSpec.of(Codec.NONE));

    public Compression {
        Set<PackedFormat> formats = EnumSet.noneOf(PackedFormat.class);
        formats.addAll(unpack);
        unpack = Collections.unmodifiableSet(formats);
    }

    /** Returns a fixed codec without linger, minimum size, shared history, priming or dictionary, which unpacks nothing. */
    public static Compression of(CodecSpec spec) {
        return new Compression(
                spec, Duration.ZERO, 0, false, ConnectionScope.NONE, ConnectionScope.NONE, Set.of(), false);
    }

    /**
     * Returns {@code zstd:3, window 1MiB, linger 1ms, min-size 64B, unpacks lz4 and gzip}, without the parts that are not
     * set; if the sidecar chooses, {@code auto (zstd:1 until measured), linger 1ms}.
     */
    @Override
    public String toString() {
        return (auto ? "auto (" + spec + " until measured)" : fixed())
                + (linger.isZero() ? "" : ", linger " + Durations.format(linger))
                + (minSize == 0 ? "" : ", min-size " + Sizes.format(minSize))
                + (sharedHistory ? ", shared history" : "")
                + (priming == ConnectionScope.NONE ? "" : ", primed " + priming.label())
                + (dictionary == ConnectionScope.NONE ? "" : ", dictionary " + dictionary.label())
                + (unpack.isEmpty() ? "" : ", unpacks " + Words.and(formats()));
    }

    /** Returns the keywords of the formats that a link unpacks. */
    public List<String> formats() {
        return unpack.stream().map(PackedFormat::keyword).toList();
    }

    private String fixed() {
        return spec + (spec.codec().keepsHistory() ? ", window " + Sizes.format(1L << spec.windowLog()) : "");
    }
}
