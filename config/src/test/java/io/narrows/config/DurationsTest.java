package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0us",
        "1000, 1us",
        "1500000, 1500us",
        "1000000, 1ms",
        "30000000000, 30s",
        "90000000000, 90s",
        "3600000000000, 1h",
        "120000000000, 2m"
    })
    void format_takesTheLargestUnitThatFits(long nanos, String text) {
        assertThat(Durations.format(Duration.ofNanos(nanos))).isEqualTo(text);
    }
}
