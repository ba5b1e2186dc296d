package io.narrows.tests.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DatabaseOptionsTest {
    @Test
    void parse_takesNamesAndSizes() {
        DatabaseOptions options = DatabaseOptions.parse(
                "--only", "zookeeper", "--members", "9", "--records", "100", "--rate", "10", "--turns", "0");

        assertThat(options.databases()).extracting(Database::name).containsExactly("zookeeper");
        assertThat(options)
                .extracting(
                        DatabaseOptions::members,
                        DatabaseOptions::records,
                        DatabaseOptions::rate,
                        DatabaseOptions::turns)
                .containsExactly(9, 100, 10, 0);
    }

    @Test
    void parse_namesTheDatabasesThatThereAre() {
        assertThatThrownBy(() -> DatabaseOptions.parse("--only", "oracle"))
                .hasMessageContaining("oracle")
                .hasMessageContaining("zookeeper");
    }
}
