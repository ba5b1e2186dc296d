package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnpackedGrowthTest {
    @Test
    void codecWithoutEntropyCoding_isNamedWithTheFormatsThatHaveIt() {
        assertThat(UnpackedGrowth.of(config("codec: lz4hc, unpack: [lz4, gzip, snappy, zstd]")))
                .containsExactly(
                        "rule 2 at narrows.yaml:7:38 unpacks gzip and zstd, but its codec lz4hc has no entropy coding, so"
                                + " such data may take more bytes than before; use gzip, zstd or dense, or omit gzip and zstd"
                                + " from unpack");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "codec: lz4",
                "codec: lz4, unpack: [lz4, snappy]",
                "codec: gzip, unpack: [gzip, zstd]",
                "codec: zstd, level: -7, unpack: [gzip, zstd]",
                "codec: dense, unpack: [gzip, zstd]",
                "codec: auto, unpack: [gzip, zstd]",
            })
    void otherRules_haveNoWarning(String rule) {
        assertThat(UnpackedGrowth.of(config(rule))).isEmpty();
    }

    private static Config config(String rule) {
        return Fixtures.parse(Fixtures.SMALLEST + "policy: [{class: bulk, codec: none}, {" + rule + "}]");
    }
}
