package io.narrows.proxy.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.meter.AnnouncedPlaces;
import io.narrows.proxy.sample.WhatIfEstimate;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class WhatIfJsonTest {
    private static final String FILE = """
            version: 1
            node: {id: a, region: r1, zone: z, host: ha}
            link: {listen: 127.0.0.1:1}
            targets: {}
            peers: [{id: b, region: r2, zone: z, host: hb, link: 127.0.0.1:3}]
            tariff: {preset: aws, cross-region: {sent: 0.5, received: 0}, cpu-core-hour: 0.036}
            """;

    @Test
    void rows_haveTheDollarsOfBytesAndOfProcessorTime() throws ConfigException {
        WhatIfEstimate estimate = new WhatIfEstimate(
                new PeerId("b"),
                TrafficClass.BULK,
                CodecSpec.of(Codec.ZSTD, 9),
                Set.of(),
                3_000_000,
                1_000_000,
                2_000_000_000,
                0);

        assertThat(render(FILE + "what-if: true", List.of(estimate)))
                .startsWith("{\"node\":\"a\",\"what_if\":true,\"tariff\":\"aws 2026-11\",\"usd_per_core_hour\":0.036,"
                        + "\"columns\":[\"peer\",\"class\",\"codec\",\"level\",\"unpack\",\"app_bytes\",")
                .containsPattern(
                        "\"rows\":\\[\\[\"b\",\"bulk\",\"zstd\",9,\\[],3000000,1000000,2.0,0.0,[45][.\\d]*E-4,(2.0|1.9)\\d*E-5,\\[]]]}");
    }

    @Test
    void rows_haveTheFormatsThatTheRuleInForceUnpacks() throws ConfigException {
        String policy = """
                policy:
                  - {class: bulk, codec: none}
                  - {tier: cross-region, codec: zstd, unpack: [zstd, lz4]}
                """;

        assertThat(render(FILE + policy, List.of(estimate("b", TrafficClass.DEFAULT))))
                .endsWith(",[\"lz4\",\"zstd\"]]]}");
        assertThat(render(FILE + policy, List.of(estimate("b", TrafficClass.BULK))))
                .endsWith(",[]]]}");
    }

    @Test
    void rowWithUnpack_hasTheFormatsThatWereFound_andThePriceOfBothEnds() throws ConfigException {
        WhatIfEstimate estimate = new WhatIfEstimate(
                new PeerId("b"),
                TrafficClass.BULK,
                CodecSpec.of(Codec.ZSTD, 9),
                Set.of(PackedFormat.LZ4),
                4,
                2,
                3_000_000_000L,
                1_000_000_000L);
        String policy = "policy: [{tier: cross-region, codec: zstd, unpack: [zstd, lz4]}]\n";

        assertThat(render(FILE, List.of(estimate)))
                .containsPattern("\"zstd\",9,\\[\"lz4\"],4,2,3.0,1.0,[^,]*,(4.0|3.9)\\d*E-5,\\[]]]}");
        assertThat(render(FILE + policy, List.of(estimate)))
                .contains("\"zstd\",9,[\"lz4\",\"zstd\"],4,2,3.0,1.0,")
                .endsWith(",[\"lz4\",\"zstd\"]]]}");
    }

    private static WhatIfEstimate estimate(String peer, TrafficClass trafficClass) {
        return new WhatIfEstimate(new PeerId(peer), trafficClass, CodecSpec.of(Codec.LZ4), Set.of(), 2, 1, 1, 0);
    }

    @Test
    void withoutSamples_thereAreNoRows() throws ConfigException {
        assertThat(render(FILE, List.of())).contains("\"what_if\":false,").endsWith("\"rows\":[]}");
    }

    private static String render(String yaml, List<WhatIfEstimate> estimates) throws ConfigException {
        Config config = ConfigLoader.parse("narrows.yaml", yaml, Path.of(""));
        return WhatIfJson.render(config, new AnnouncedPlaces(), estimates);
    }
}
