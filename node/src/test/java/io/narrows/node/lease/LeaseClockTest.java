package io.narrows.node.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LeaseClockTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
    private final LeaseClock clock = new LeaseClock(now::get);

    @Test
    void expired_whileAnotherLeads_isNothing() {
        clock.grant(1, Duration.ofSeconds(1));
        pass(Duration.ofSeconds(5));

        assertThat(clock.expired(10)).isEmpty();
    }

    @Test
    void expired_whileItLeads_isWhatHasHadItsTime() {
        clock.lead();
        clock.grant(1, Duration.ofSeconds(5));
        clock.grant(2, Duration.ofSeconds(6));
        pass(Duration.ofSeconds(5));

        assertThat(clock.expired(10)).containsExactly(1L);
        assertThat(clock.remainingNanos(1)).hasValue(0);
        assertThat(clock.remainingNanos(2)).hasValue(Duration.ofSeconds(1).toNanos());
    }

    @Test
    void lead_givesEachLeaseItsWholeTimeAgain() {
        clock.grant(1, Duration.ofSeconds(5));
        pass(Duration.ofSeconds(60));

        clock.lead();

        assertThat(clock.expired(10)).isEmpty();
        assertThat(clock.remainingNanos(1)).hasValue(Duration.ofSeconds(5).toNanos());
    }

    @Test
    void keepAlive_beforeItsEnd_beginsAnew() {
        clock.lead();
        clock.grant(1, Duration.ofSeconds(5));
        pass(Duration.ofSeconds(4));

        assertThat(clock.keepAlive(1)).hasValue(5);

        pass(Duration.ofSeconds(4));
        assertThat(clock.expired(10)).isEmpty();
    }

    @Test
    void keepAlive_afterItsEnd_isTooLate() {
        clock.lead();
        clock.grant(1, Duration.ofSeconds(5));
        pass(Duration.ofSeconds(5));

        assertThat(clock.keepAlive(1)).isEmpty();
        assertThat(clock.keepAlive(2)).isEmpty();
    }

    @Test
    void expired_isAtMostWhatIsAskedFor() {
        clock.lead();
        clock.reset(Map.of(1L, Duration.ZERO, 2L, Duration.ZERO, 3L, Duration.ZERO));

        assertThat(clock.expired(2)).hasSize(2);
        clock.revoke(1);
        clock.revoke(2);
        assertThat(clock.expired(2)).containsExactly(3L);
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
