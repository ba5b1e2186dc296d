package io.narrows.cli.demo;

import io.narrows.cli.sidecar.Flow;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;
import java.util.List;

/** The rules that the demo's sidecars follow, as their configuration has them. */
final class DemoPolicy {
    /** The traffic is watched under this one: small messages cheaply, the rest well. */
    static final List<String> LIVE =
            List.of("{class: heartbeat, codec: zstd, level: 1}", "{tier: cross-region, codec: zstd, level: 3}");

    private DemoPolicy() {}

    /** One codec for everything. */
    static List<String> everything(CodecSpec spec) {
        String level = Levels.of(spec.codec()).exist() ? ", level: " + spec.level() : "";
        return List.of("{codec: " + spec.codec().label() + level + "}");
    }

    /** What the live rules ask for, for a codec that was counted. */
    static String label(Flow flow) {
        if (!flow.codec().equals(Codec.ZSTD.label())) {
            return flow.codec();
        }
        return flow.route().trafficClass().equals("heartbeat") ? "zstd:1" : "zstd:3";
    }
}
