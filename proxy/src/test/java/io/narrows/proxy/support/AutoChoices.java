package io.narrows.proxy.support;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.auto.AutoChoice;
import io.narrows.proxy.auto.CandidateCost;
import io.narrows.proxy.auto.SwitchReason;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Choices of {@code codec: auto} for simulated links, and the configuration of their node. */
public final class AutoChoices {
    public static final CodecSpec ZSTD_1 = CodecSpec.of(Codec.ZSTD, 1);
    public static final CodecSpec ZSTD_9 = CodecSpec.of(Codec.ZSTD, 9);
    public static final Instant START = Instant.parse("2026-11-27T01:02:03.456Z");

    /** Costs of 2 and 1 US dollars per gigabyte, with 3 and 30 processor seconds. */
    public static final List<CandidateCost> COSTS =
            List.of(new CandidateCost(ZSTD_1, 2e-9, 3), new CandidateCost(ZSTD_9, 1e-9, 30));

    private static final String FILE = """
            version: 1
            node: {id: a, region: r1, zone: z, host: ha}
            link: {listen: 127.0.0.1:1}
            targets: {}
            peers: [{id: b, region: r2, zone: z, host: hb, link: 127.0.0.1:3}]
            """;

    private AutoChoices() {}

    /** Returns the configuration of node {@code a}, whose peer is {@code b}, with further keys. */
    public static Config config(String keys) {
        try {
            return ConfigLoader.parse("narrows.yaml", FILE + keys, Path.of(""));
        } catch (ConfigException e) {
            throw new IllegalArgumentException(keys, e);
        }
    }

    /** Returns the first choice for a link, which has not been measured. */
    public static AutoChoice first(String peer, TrafficClass trafficClass, CodecSpec candidate, double bytesPerSecond) {
        return new AutoChoice(
                new PeerId(peer), trafficClass, candidate, START, Optional.empty(), bytesPerSecond, List.of());
    }

    /** Returns a choice for a link that was measured, a while after the start. */
    public static AutoChoice later(AutoChoice first, long seconds, SwitchReason reason, List<CandidateCost> costs) {
        return new AutoChoice(
                first.peer(),
                first.trafficClass(),
                first.candidate(),
                START.plusSeconds(seconds),
                Optional.of(reason),
                first.bytesPerSecond(),
                costs);
    }
}
