package io.narrows.proxy.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.narrows.codec.Codec;
import org.junit.jupiter.api.Test;

final class CodingCostTest {
    private static final int LONG = 10_000;

    private final CodingCost cost = CodingCost.ofEncoding(Codec.DENSE);

    @Test
    void fastFrames_areBelievedAtOnce() {
        cost.took(LONG, 20 * LONG);
        cost.took(LONG, 20 * LONG);
        cost.took(LONG, 20 * LONG);

        assertThat(cost.nanosPerByte()).isCloseTo(30, within(0.01));
    }

    @Test
    void slowFrames_areBelievedWhenTheyAreMany() {
        cost.took(LONG, 1_000 * LONG);

        assertThat(cost.nanosPerByte()).isLessThan(200);

        for (int i = 0; i < 100; i++) {
            cost.took(LONG, 1_000 * LONG);
        }

        assertThat(cost.nanosPerByte()).isGreaterThan(900);
    }

    @Test
    void shortFramesAndAClockThatStands_changeNothing() {
        double before = cost.nanosPerByte();

        cost.took(1_000, 1_000_000);
        cost.took(LONG, 0);

        assertThat(cost.nanosPerByte()).isEqualTo(before);
    }

    @Test
    void firstMeasurementOfACodecWithoutAnEstimate_isTaken() {
        CodingCost unknown = CodingCost.ofEncoding(Codec.ZSTD);

        assertThat(unknown.isHigh(Long.MAX_VALUE)).isFalse();

        unknown.took(LONG, 200 * LONG);

        assertThat(unknown.isHigh(LONG)).isTrue();
        assertThat(unknown.isNoticeable(400)).isFalse();
        assertThat(unknown.isNoticeable(600)).isTrue();
    }
}
