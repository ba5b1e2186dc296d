package io.narrows.lab.cluster;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;
import java.util.List;

/**
 * A policy to try.
 *
 * @param rules as maps of YAML
 */
public record Contender(String name, List<String> rules) {
    /** The default policies, in the syntax of {@link ContenderConverter}. */
    public static final String STANDARD = "none,snappy,lz4,gzip,zstd,dense,policy";

    static final String POLICY_NAME = "policy";

    /** Rules by distance and class: a late heartbeat costs an election, and bytes cost most between regions. */
    static final Contender POLICY = new Contender(
            POLICY_NAME,
            List.of(
                    "{class: heartbeat, codec: zstd, level: -1}",
                    "{tier: cross-zone, codec: zstd, level: 1}",
                    "{tier: cross-region, codec: dense, level: 2}"));

    public Contender {
        rules = List.copyOf(rules);
    }

    /** Returns a policy with one codec for everything. */
    static Contender everything(CodecSpec spec) {
        String level = Levels.of(spec.codec()).exist() ? ", level: " + spec.level() : "";
        return new Contender(spec.toString(), List.of("{codec: " + spec.codec().label() + level + "}"));
    }
}
