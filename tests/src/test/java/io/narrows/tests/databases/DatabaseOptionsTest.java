package io.narrows.tests.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class DatabaseOptionsTest {
    @Test
    void parse_takesNamesAndSizes() {
        DatabaseOptions options =
                options("--only", "zookeeper", "--members", "9", "--records", "100", "--rate", "10", "--turns", "0");

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
        assertThatThrownBy(() -> options("--only", "oracle"))
                .hasMessageContaining("oracle")
                .hasMessageContaining("zookeeper");
    }

    @Test
    void parse_withTls_takesOnlyDatabasesThatSpeakIt() {
        assertThat(options("--tls").tls()).isTrue();
        assertThat(options("--tls").databases()).extracting(Database::name).contains("kafka-4.1", "nats");
        assertThatThrownBy(() -> options("--tls", "--only", "zookeeper"))
                .hasMessageContaining("zookeeper with TLS between members")
                .hasMessageContaining("kafka-4.1");
    }

    private static DatabaseOptions options(String... arguments) {
        DatabaseSoakCommand command = new DatabaseSoakCommand();
        new CommandLine(command).parseArgs(arguments);
        return command.options();
    }
}
