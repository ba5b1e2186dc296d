package io.narrows.storage.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StallsTest {
    private static Stalls files(long count) {
        return Stalls.between(StallReason.LEVEL0, count, 20, 36);
    }

    @Test
    void between_belowBothLimits_runsFreely() {
        assertThat(files(19)).isEqualTo(Stalls.NONE);
    }

    @Test
    void between_limits_slowsDownMoreAndMore() {
        assertThat(files(20).bytesPerSecond()).isEqualTo(32_000_000);
        assertThat(files(28).bytesPerSecond()).isLessThan(17_000_000).isGreaterThan(16_000_000);
        assertThat(files(35).bytesPerSecond()).isGreaterThan(1_000_000);
        assertThat(files(35).isSlowdown()).isTrue();
    }

    @Test
    void between_atTheHigherLimit_stops() {
        assertThat(files(36).isStop()).isTrue();
        assertThat(files(36).reason()).isEqualTo(StallReason.LEVEL0);
    }

    @Test
    void stricter_isTheSlowerOne() {
        assertThat(Stalls.stricter(files(21), files(22))).isEqualTo(files(22));
        assertThat(Stalls.stricter(Stalls.NONE, files(22))).isEqualTo(files(22));
    }
}
