package io.narrows.proxy.link.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class RestartRateTest {
    private static final long START = -5;

    private final RestartRate rate = new RestartRate(START);

    @Test
    void allowsEightRestartsInARow() {
        assertThat(allowed(START, 100)).isEqualTo(8);
    }

    @Test
    void allowsOneMore_everyHalfSecond() {
        allowed(START, 100);

        assertThat(allowed(after(499), 100)).isZero();
        assertThat(allowed(after(500), 100)).isEqualTo(1);
        assertThat(allowed(after(2_000), 100)).isEqualTo(3);
    }

    @Test
    void allowsNoMoreThanEightInARow_afterAnHour() {
        allowed(START, 5);

        assertThat(allowed(after(3_600_000), 100)).isEqualTo(8);
    }

    private int allowed(long now, int attempts) {
        int allowed = 0;
        for (int i = 0; i < attempts; i++) {
            allowed += rate.allows(now) ? 1 : 0;
        }
        return allowed;
    }

    private static long after(long millis) {
        return START + TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
