package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassPatternTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "starts-with: DUMP             | 44554d50 | 4",
                "starts-with: '0x0aFF'         | 0aff     | 2",
                "starts-with: \"a\\r\\n\\0\\x7f\" | 610d0a007f | 5",
                "starts-with: ü                | c3bc     | 2",
                "contains: DUMP                | 44554d50 | 4096",
                "contains: DUMP, within: 8B    | 44554d50 | 8",
            })
    void bytes_areThoseOfTheFile(String keys, String hex, int within) {
        ClassPattern pattern = Fixtures.parse(Fixtures.SMALLEST + "classify: [{class: bulk, " + keys + "}]")
                .patterns()
                .get(0);

        assertThat(HexFormat.of().formatHex(pattern.bytes())).isEqualTo(hex);
        assertThat(pattern.within()).isEqualTo(within);
    }

    @Test
    void classesOfPatterns_areKnown() {
        Config config = Fixtures.parse(Fixtures.SMALLEST + "classify: [{class: mine, starts-with: DUMP}]");

        assertThat(config.trafficClasses()).contains(new TrafficClass("mine"));
    }
}
