package io.narrows.cli.cluster;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;
import java.util.List;

/**
 * A policy that is tried.
 *
 * @param rules as maps of YAML
 */
public record Contender(String name, List<String> rules) {
    /** What is tried unless somebody says otherwise, as {@link ContenderConverter} reads it. */
    public static final String STANDARD = "none,snappy,lz4,gzip,zstd,dense,policy";

    static final String POLICY_NAME = "policy";

    /** By distance and class: a late heartbeat costs an election, and between regions a byte costs most. */
    static final Contender POLICY = new Contender(
            POLICY_NAME,
            List.of(
                    "{class: heartbeat, codec: zstd, level: -1}",
                    "{tier: cross-zone, codec: zstd, level: 1}",
                    "{tier: cross-region, codec: dense, level: 2}"));

    public Contender {
        rules = List.copyOf(rules);
    }

    /** One codec for everything. */
    static Contender everything(CodecSpec spec) {
        String level = Levels.of(spec.codec()).exist() ? ", level: " + spec.level() : "";
        return new Contender(spec.toString(), List.of("{codec: " + spec.codec().label() + level + "}"));
    }
}
