package io.narrows.proxy.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class DrainRateTest {
    private static final long MILLI = 1_000_000;

    private final DrainRate rate = new DrainRate();
    private long now;

    /** Writes frames of 1000 bytes, and lets the socket take one at each interval. */
    private void backlog(int frames, long interval) {
        for (int i = 0; i < frames; i++) {
            rate.writing(1_000, now);
        }
        for (int i = 0; i < frames; i++) {
            now += interval;
            rate.written(1_000, now);
        }
    }

    @Test
    void socketThatTakesBytesAtOnce_doesNotDelayThem() {
        for (int i = 0; i < 1_000; i++) {
            backlog(3, MILLI / 100);
        }
        assertThat(rate.nanosPerByte(now)).isZero();
    }

    @Test
    void backlog_showsThePaceOfTheSocket() {
        backlog(100, MILLI);
        assertThat(rate.nanosPerByte(now)).isCloseTo(1_000, within(1.0));

        backlog(100, 4 * MILLI);
        assertThat(rate.nanosPerByte(now)).isCloseTo(2_500, within(10.0));
    }

    @Test
    void backlogThatHasEnded_isForgottenAfterTenMinutes() {
        backlog(66, MILLI);
        now += 600_000 * MILLI - 1;
        assertThat(rate.nanosPerByte(now)).isPositive();
        now++;
        assertThat(rate.nanosPerByte(now)).isZero();
    }

    @Test
    void bytesThatWaitDuringAPause_areNotFollowed() {
        rate.writing(1_000, now);
        rate.pause();
        now += 1_000 * MILLI;
        backlog(100, MILLI / 100);

        assertThat(rate.nanosPerByte(now)).isZero();
    }

    @Test
    void stallOfAThread_isNotABacklog() {
        backlog(1, 20 * MILLI);

        assertThat(rate.nanosPerByte(now)).isZero();
    }

    @Test
    void silenceBetweenFrames_isNotABacklog() {
        for (int i = 0; i < 3; i++) {
            backlog(100, MILLI / 100);
            now += 1_000 * MILLI;
        }

        assertThat(rate.nanosPerByte(now)).isZero();
    }
}
