package io.narrows.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void of_anOddCount_hasTheMiddleOne() {
        assertThat(Spread.of(List.of(5.0, 1.0, 3.0))).isEqualTo(new Spread(1, 3, 5));
    }

    @Test
    void of_anEvenCount_hasTheMeanOfTheMiddleTwo() {
        assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 9.0))).isEqualTo(new Spread(1, 3, 9));
    }

    @Test
    void of_nothing_isRefused() {
        assertThatThrownBy(() -> Spread.of(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void text_namesTheEnds_whereTheyShow() {
        assertThat(new Spread(40.4, 42, 45).text(Metric.P50_US)).isEqualTo("42 (40–45)");
        assertThat(new Spread(0.13301, 0.13302, 0.13303).text(Metric.WIRE_RATIO))
                .isEqualTo("0.1330");
    }
}
