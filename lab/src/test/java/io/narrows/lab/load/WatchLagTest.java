package io.narrows.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class WatchLagTest {
    private final WatchLag lag = new WatchLag();

    @Test
    void seen_afterTheAcknowledgement_countsFromIt() {
        lag.acknowledged(5, 1_000);
        assertThat(lag.missing()).isEqualTo(1);

        lag.seen(5, 1_700);

        assertThat(lag.missing()).isZero();
        assertThat(measured().getMaxValue()).isEqualTo(700);
    }

    @Test
    void seen_first_isNotBehind() {
        lag.seen(5, 1_000);
        assertThat(lag.missing()).isZero();

        lag.acknowledged(5, 1_700);

        assertThat(lag.missing()).isZero();
        assertThat(measured().getTotalCount()).isEqualTo(1);
        assertThat(measured().getMaxValue()).isZero();
    }

    @Test
    void missing_areAcknowledgedOnesOnly() {
        lag.acknowledged(5, 1_000);
        lag.acknowledged(6, 1_100);
        lag.seen(6, 1_200);
        lag.seen(7, 1_300);

        assertThat(lag.missing()).isEqualTo(1);
    }

    private Histogram measured() {
        Histogram sum = new Histogram(3);
        lag.addTo(sum);
        return sum;
    }
}
