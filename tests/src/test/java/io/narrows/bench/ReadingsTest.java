package io.narrows.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReadingsTest {
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private final Readings readings = new Readings();

    @Test
    void mostPerSecond_isThatOfTheBusiestPeriod() {
        for (int second = 0; second <= 40; second++) {
            read(second, second < 15 ? 0 : Math.min(second - 15, 10)); // one a second, from 15 s to 25 s
        }

        assertThat(readings.mostPerSecond(TEN_SECONDS)).isCloseTo(1, within(1e-9));
        assertThat(readings.mostPerSecond(Duration.ofSeconds(20))).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void mostPerSecond_ofAShortBurst_isSpreadOverThePeriod() {
        read(0, 0);
        read(1, 5);
        read(10, 5);
        read(11, 5);

        assertThat(readings.mostPerSecond(TEN_SECONDS)).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void mostPerSecond_ofLessThanAPeriod_isThatOfAllReadings() {
        read(0, 1);
        read(4, 3);

        assertThat(readings.mostPerSecond(TEN_SECONDS)).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void mostPerSecond_withoutReadings_isZero() {
        assertThat(readings.mostPerSecond(TEN_SECONDS)).isZero();

        read(1, 5);

        assertThat(readings.mostPerSecond(TEN_SECONDS)).isZero();
    }

    @Test
    void mostWithin_isTheLargestIncrease() {
        read(0, 0);
        read(4, 1);
        read(9, 3);
        read(14, 4);
        read(30, 6);

        assertThat(readings.mostWithin(TEN_SECONDS)).isEqualTo(3); // to 9 s, and from 4 s to 14 s
        assertThat(readings.mostWithin(Duration.ofSeconds(60))).isEqualTo(6);
    }

    private void read(int second, double value) {
        readings.add(second * 1_000_000_000L, value);
    }
}
