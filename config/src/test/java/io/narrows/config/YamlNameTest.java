package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlNameTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "replication, replication",
                "db-1, db-1",
                "truth, truth",
                "true, 'true'",
                "null, 'null'",
                "1e3, '1e3'"
            })
    void name_isQuoted_onlyIfYamlWouldReadAnotherKindOfValue(String name, String yaml) {
        assertThat(YamlName.of(name)).isEqualTo(yaml);
    }
}
