package io.narrows.bench.db;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The codecs of the levels.
 *
 * @param name in tables and on the command line
 * @param perLevel as {@link io.narrows.storage.db.FamilyOptions#compressionPerLevel}
 */
record Policy(String name, List<CodecSpec> perLevel) {
    /** With RocksDB's standard level, like zlib below. */
    static final CodecSpec ZSTD = CodecSpec.of(Codec.ZSTD, 3);

    private static final int ZLIB_LEVEL = 6;

    /** The policy of ethrex, an Ethereum client: the most often rewritten levels are compressed least. */
    static final Policy PER_LEVEL = new Policy(
            "per-level",
            List.of(
                    CodecSpec.of(Codec.NONE),
                    CodecSpec.of(Codec.NONE),
                    CodecSpec.of(Codec.LZ4),
                    CodecSpec.of(Codec.LZ4),
                    CodecSpec.of(Codec.LZ4),
                    ZSTD,
                    ZSTD));

    static final List<Policy> ALL = List.of(
            PER_LEVEL,
            everywhere("none", CodecSpec.of(Codec.NONE)),
            everywhere("snappy", CodecSpec.of(Codec.SNAPPY)),
            everywhere("lz4", CodecSpec.of(Codec.LZ4)),
            everywhere("zstd", ZSTD),
            everywhere("zlib", CodecSpec.of(Codec.GZIP, ZLIB_LEVEL)));

    private static Policy everywhere(String name, CodecSpec spec) {
        return new Policy(name, List.of(spec));
    }

    /** @throws IllegalArgumentException if no policy has that name */
    static Policy named(String name) {
        return ALL.stream()
                .filter(policy -> policy.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("policy " + name + " (expected: "
                        + ALL.stream().map(Policy::name).collect(Collectors.joining(", ")) + ")"));
    }

    /** Returns the displayed name: with the codec of each level, or the level of the only codec. */
    String title() {
        if (perLevel.size() == 1) {
            int level = perLevel.get(0).level();
            return level == 0 ? name : name + " " + level;
        }
        return name + ": " + perLevel.stream().map(CodecSpec::toString).collect(Collectors.joining(" "));
    }
}
