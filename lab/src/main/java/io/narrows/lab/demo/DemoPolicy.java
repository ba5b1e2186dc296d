package io.narrows.lab.demo;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;
import io.narrows.lab.sidecar.Flow;
import java.util.List;

/** The policy rules of the demo's sidecars, as in their configuration. */
final class DemoPolicy {
    /** The policy of the live part: small messages are compressed cheaply, the rest well. */
    static final List<String> LIVE =
            List.of("{class: heartbeat, codec: zstd, level: 1}", "{tier: cross-region, codec: zstd, level: 3}");

    private DemoPolicy() {}

    /** Returns rules with one codec for everything. */
    static List<String> everything(CodecSpec spec) {
        String level = Levels.of(spec.codec()).exist() ? ", level: " + spec.level() : "";
        return List.of("{codec: " + spec.codec().label() + level + "}");
    }

    /** Returns the codec and level that the live rules select for a flow. */
    static String label(Flow flow) {
        if (!flow.codec().equals(Codec.ZSTD.label())) {
            return flow.codec();
        }
        return flow.route().trafficClass().equals("heartbeat") ? "zstd:1" : "zstd:3";
    }
}
