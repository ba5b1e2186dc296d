package io.narrows.proxy.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class CpuBudgetTest {
    private static final double PROCESSORS = 0.5;
    private static final long SECOND = 1_000_000_000L;

    private final CpuBudget budget = new CpuBudget();
    private long now = 1;
    private double used;

    /** Uses processors for some time; returns whether the budget was exceeded at any reading. */
    private boolean use(double processors, double seconds) {
        boolean exceeded = false;
        for (long end = now + (long) (seconds * SECOND); now < end; ) {
            now += CpuHistory.PERIOD_NANOS;
            used += processors * CpuHistory.PERIOD_NANOS;
            budget.read(now, (long) used);
            exceeded |= budget.isExceeded(PROCESSORS);
        }
        return exceeded;
    }

    @Test
    void useWithinTheBudget_isNeverOver() {
        assertThat(use(0.45, 60)).isFalse();
        assertThat(budget.average()).isCloseTo(0.45, within(0.001));
    }

    @Test
    void burst_thatTenSecondsContain_isNotOver() {
        use(0.1, 20);

        assertThat(use(2, 0.5)).isFalse();
        assertThat(use(0.1, 20)).isFalse();
    }

    @Test
    void lastingExcess_isNoticedBeforeTenSecondsExceedTheBudget() {
        use(0.2, 20);
        boolean exceeded = false;
        double most = 0;
        while (!exceeded) {
            exceeded = use(1.5, 0.02);
            most = Math.max(most, budget.average());
        }

        assertThat(most).isLessThan(PROCESSORS);
    }

    @Test
    void useThatEnded_isNotOver_evenIfTenSecondsContainMuch() {
        use(0.2, 20);
        use(1, 4);
        use(0.1, 1);

        assertThat(budget.average()).isGreaterThan(PROCESSORS * 0.9);
        assertThat(budget.isExceeded(PROCESSORS)).isFalse();
    }

    @Test
    void withoutReadings_nothingIsUsed() {
        assertThat(budget.isExceeded(PROCESSORS)).isFalse();
        assertThat(budget.now()).isZero();
        assertThat(budget.average()).isZero();
    }

    @Test
    void timeThatWasNotLookedAt_doesNotCount() {
        use(0.1, 20);
        now += 3600 * SECOND;
        used += 1000.0 * SECOND;
        budget.clear();

        assertThat(use(0.45, 20)).isFalse();
    }

    @Test
    void firstSeconds_countAsTheyAre() {
        assertThat(use(2, 0.3)).isFalse();
        assertThat(use(2, 0.3)).isTrue();
    }
}
