package io.narrows.proxy.auto;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SwitchLimitTest {
    private static final long SECOND = 1_000_000_000L;

    private final SwitchLimit limit = new SwitchLimit();

    private int allowed(SwitchReason reason, long from, long to) {
        int count = 0;
        for (long now = from; now < to; now += SECOND) {
            if (limit.allows(reason, now)) {
                limit.switched(now);
                count++;
            }
        }
        return count;
    }

    @Test
    void switchesByChoice_areAtMostThreeAMinute() {
        assertThat(allowed(SwitchReason.BETTER, 0, 60 * SECOND)).isEqualTo(SwitchLimit.MOST_BY_CHOICE);
        assertThat(allowed(SwitchReason.BETTER, 60 * SECOND, 120 * SECOND)).isEqualTo(SwitchLimit.MOST_BY_CHOICE);
    }

    @Test
    void givingWay_hasTheRest_andKnowsItsLast() {
        allowed(SwitchReason.RECOVERED, 0, 10 * SECOND);
        assertThat(limit.isLast(10 * SECOND)).isFalse();
        limit.switched(10 * SECOND);
        limit.switched(11 * SECOND);

        assertThat(limit.isLast(12 * SECOND)).isTrue();
        assertThat(allowed(SwitchReason.CPU, 12 * SECOND, 60 * SECOND)).isEqualTo(1);
    }
}
