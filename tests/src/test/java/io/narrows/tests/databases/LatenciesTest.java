package io.narrows.tests.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LatenciesTest {
    @Test
    void of_takesTheClientsLine() {
        String output =
                "first retry: reset\nwritten=16000 retries=3 seconds=40.1 p50_ms=1.25 p99_ms=9.50 max_ms=12.0\n";

        assertThat(Latencies.of(output)).isEqualTo(new Latencies(3, 1.25, 9.5));
    }

    @Test
    void of_refusesAClientThatHasNotWrittenAll() {
        assertThatThrownBy(() -> Latencies.of("17 of 16000 orders are not acknowledged"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("17 of 16000");
    }
}
