package io.narrows.cli.cluster;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;
import java.util.List;

/**
 * A policy that is tried.
 *
 * @param rules as maps of YAML
 */
record Contender(String name, List<String> rules) {
    /** By distance and class: a late heartbeat costs an election, and between regions a byte costs most. */
    static final Contender POLICY = new Contender(
            "policy",
            List.of(
                    "{class: heartbeat, codec: zstd, level: -1}",
                    "{tier: cross-zone, codec: zstd, level: 1}",
                    "{tier: cross-region, codec: zstd, level: 3}"));

    /** One codec for everything, at the level that it has by itself, and at last the policy. */
    static final List<Contender> ALL = List.of(
            everything(CodecSpec.of(Codec.NONE)),
            everything(CodecSpec.of(Codec.SNAPPY)),
            everything(CodecSpec.of(Codec.LZ4)),
            everything(CodecSpec.of(Codec.GZIP)),
            everything(CodecSpec.of(Codec.ZSTD)),
            POLICY);

    Contender {
        rules = List.copyOf(rules);
    }

    private static Contender everything(CodecSpec spec) {
        String level = Levels.of(spec.codec()).exist() ? ", level: " + spec.level() : "";
        return new Contender(spec.toString(), List.of("{codec: " + spec.codec().label() + level + "}"));
    }
}
