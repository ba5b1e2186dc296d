package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:2380", "db-2.example:15000", "[2001:db8::1]:1", "localhost:65535", "0.0.0.0:0"})
    void parsedAddress_isWrittenTheSame(String text) {
        assertThat(HostPort.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "127.0.0.1 | \"127.0.0.1\" has no port",
                "[::1] | \"[::1]\" has no port",
                "::1:80 | \"::1\" is an IPv6 address without brackets",
                "a:b | \"b\" is not a port",
                "a:080 | \"080\" is not a port",
                "a:99999 | port 99999 is out of range (0 to 65535)",
                "1.2.3.4.5:80 | \"1.2.3.4.5\" is neither a host name nor an IP address",
                "[127.0.0.1]:80 | \"[127.0.0.1]\" is neither a host name nor an IP address",
                "-a:80 | \"-a\" is neither a host name nor an IP address",
                "tcp://a:80 | \"tcp://a:80\" is a URL",
            })
    void mistake_isNamed(String text, String message) {
        assertThatThrownBy(() -> HostPort.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"127.0.0.1", "127.9.9.9", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "localhost", "LOCALHOST"
            })
    void loopback(String host) {
        assertThat(new HostPort(host, 1).isLoopback()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "10.0.0.1", "localhost.example", "loopback.invalid", "fe80::1"})
    void notLoopback(String host) {
        assertThat(new HostPort(host, 1).isLoopback()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:80, 127.0.0.1:80, true",
        "127.0.0.1:80, 127.0.0.1:81, false",
        "127.0.0.1:80, 127.0.0.2:80, false",
        "0.0.0.0:80, 127.0.0.1:80, true",
        "10.0.0.1:80, [::]:80, true",
        "[::1]:80, [0:0::1]:80, true",
        "Db.example:80, db.example:80, true",
        "localhost:80, 127.0.0.1:80, true",
        "localhost:80, 127.0.0.2:80, false",
        "127.0.0.1:0, 127.0.0.1:0, false",
    })
    void overlaps(String one, String other, boolean expected) {
        assertThat(HostPort.parse(one).overlaps(HostPort.parse(other))).isEqualTo(expected);
        assertThat(HostPort.parse(other).overlaps(HostPort.parse(one))).isEqualTo(expected);
    }

    @Test
    void case_doesNotMatter() {
        assertThat(HostPort.parse("Db-2.Example:80")).isEqualTo(new HostPort("db-2.example", 80));
    }

    @Test
    void longName_isRefused() {
        String name = "a.".repeat(126) + "example";

        assertThatThrownBy(() -> new HostPort(name, 1)).hasMessageContaining("neither a host name");
    }
}
