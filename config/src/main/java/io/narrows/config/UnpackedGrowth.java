package io.narrows.config;

import io.narrows.codec.PackedFormat;
import io.narrows.config.yaml.Words;
import java.util.List;
import java.util.Optional;

/** A warning about a rule that unpacks what its codec compresses less than the application did, as readable text. */
public final class UnpackedGrowth {
    private UnpackedGrowth() {}

    /** Returns a line for each such rule. With {@code codec: auto}, the sidecar measures what a codec makes of the data. */
    public static List<String> of(Config config) {
        return config.policy().rules().stream()
                .flatMap(rule -> of(rule).stream())
                .toList();
    }

    private static Optional<String> of(Rule rule) {
        Compression compression = rule.compression();
        List<String> formats = compression.unpack().stream()
                .filter(PackedFormat::codesEntropy)
                .map(PackedFormat::keyword)
                .toList();
        if (formats.isEmpty()
                || compression.auto()
                || compression.spec().codec().codesEntropy()) {
            return Optional.empty();
        }
        return Optional.of("rule " + rule.number() + " at " + rule.place() + " unpacks " + Words.and(formats)
                + ", but its codec " + compression.spec().codec().label()
                + " has no entropy coding, so such data may take more bytes than before; use gzip, zstd or dense, or omit "
                + Words.and(formats) + " from unpack");
    }
}
