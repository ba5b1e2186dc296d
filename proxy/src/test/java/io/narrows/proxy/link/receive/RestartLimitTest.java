package io.narrows.proxy.link.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class RestartLimitTest {
    private static final long START = Long.MAX_VALUE - 5; // the nano clock may wrap around

    private final RestartLimit limit = new RestartLimit(START);

    @Test
    void firstRestartsAreFree() {
        for (int i = 1; i < RestartLimit.BURST; i++) {
            assertThat(limit.restarted(START)).isZero();
        }
    }

    @Test
    void restartsThatComeTooOftenPauseTheLink_untilOneMoreIsDue() {
        for (int i = 1; i < RestartLimit.BURST; i++) {
            limit.restarted(START);
        }

        long pause = limit.restarted(START);

        assertThat(pause).isEqualTo(RestartLimit.INTERVAL_NANOS);
        assertThat(limit.restarted(START + pause)).isEqualTo(RestartLimit.INTERVAL_NANOS);
    }

    @Test
    void senderThatStepsDownAndBackAsFastAsItMay_isNeverPaused() {
        long now = START;
        for (int i = 0; i < 10_000; i++) {
            assertThat(limit.restarted(now)).isZero();
            now += TimeUnit.MILLISECONDS.toNanos(500);
        }
    }

    @Test
    void silenceGivesNoMoreThanTheBurstBack() {
        long later = START + TimeUnit.HOURS.toNanos(1);

        for (int i = 1; i < RestartLimit.BURST; i++) {
            assertThat(limit.restarted(later)).isZero();
        }

        assertThat(limit.restarted(later)).isPositive();
    }
}
