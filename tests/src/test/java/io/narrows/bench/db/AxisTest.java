package io.narrows.bench.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisTest {
    @ParameterizedTest
    @CsvSource({"70, 20, 4", "60, 10, 7", "0.9, 0.2, 5", "6.4, 2, 4", "131, 50, 3"})
    void ticks_areRound(double most, double step, int count) {
        Axis axis = new Axis(most, 0, 100);

        assertThat(axis.ticks()).hasSize(count).startsWith(0.0, step);
    }

    @ParameterizedTest
    @CsvSource({"0, 200", "10, 150", "40, 0"})
    void at_isBetweenTheEnds(double value, double pixel) {
        assertThat(new Axis(40, 200, 0).at(value)).isEqualTo(pixel);
    }
}
