package io.narrows.bench;

import java.util.List;
import picocli.CommandLine.Option;

/** The options for the policy of a store group's sidecars. */
final class PolicyOptions {
    private static final List<String> USUAL = List.of(
            "{class: heartbeat, codec: zstd, level: -1}",
            "{tier: cross-zone, codec: zstd, level: 1}",
            "{tier: cross-region, codec: zstd, level: 3}");

    @Option(
            names = "--rule",
            paramLabel = "MAP",
            description =
                    "A rule of the sidecars' policy, in its order. Default: zstd, -1 for heartbeats, 1 between zones,"
                            + " 3 between regions.")
    private List<String> rules = USUAL;

    List<String> rules() {
        return rules;
    }
}
