package io.narrows.node.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.mvcc.LeaseRecord;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LeaseClockTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
    private final LeaseClock clock = new LeaseClock(now::get);

    @Test
    void expired_whileAnotherLeads_isNothing() {
        clock.grant(1, 1);
        pass(Duration.ofSeconds(5));

        assertThat(clock.expired(10)).isEmpty();
    }

    @Test
    void expired_whileItLeads_isWhatHasHadItsTime() {
        clock.lead();
        clock.grant(1, 5);
        clock.grant(2, 6);
        pass(Duration.ofSeconds(5));

        assertThat(clock.expired(10)).containsExactly(1L);
        assertThat(clock.remainingNanos(1)).hasValue(0);
        assertThat(clock.remainingNanos(2)).hasValue(Duration.ofSeconds(1).toNanos());
    }

    @Test
    void lead_givesEachLeaseItsWholeTimeAgain() {
        clock.grant(1, 5);
        pass(Duration.ofSeconds(60));

        clock.lead();

        assertThat(clock.expired(10)).isEmpty();
        assertThat(clock.remainingNanos(1)).hasValue(Duration.ofSeconds(5).toNanos());
    }

    @Test
    void keepAlive_beforeItsEnd_restartsIt() {
        clock.lead();
        clock.grant(1, 5);
        pass(Duration.ofSeconds(4));

        assertThat(clock.keepAlive(1)).hasValue(5);

        pass(Duration.ofSeconds(4));
        assertThat(clock.expired(10)).isEmpty();
    }

    @Test
    void keepAlive_afterItsEnd_isTooLate() {
        clock.lead();
        clock.grant(1, 5);
        pass(Duration.ofSeconds(5));

        assertThat(clock.keepAlive(1)).isEmpty();
        assertThat(clock.keepAlive(2)).isEmpty();
    }

    @Test
    void expired_returnsAtMostTheRequestedNumber() {
        clock.lead();
        clock.reset(List.of(LeaseRecord.granted(1, 0), LeaseRecord.granted(2, 0), LeaseRecord.granted(3, 0)));

        assertThat(clock.expired(2)).hasSize(2);
        clock.revoke(1);
        clock.revoke(2);
        assertThat(clock.expired(2)).containsExactly(3L);
    }

    @Test
    void lead_givesALeaseWhatItHadLeftAtItsCheckpoint() {
        clock.reset(List.of(new LeaseRecord(1, 3_600, 100), LeaseRecord.granted(2, 3_600)));
        clock.checkpointed(2, 200);
        pass(Duration.ofSeconds(60));

        clock.lead();

        assertThat(clock.remainingNanos(1)).hasValue(Duration.ofSeconds(100).toNanos());
        assertThat(clock.remainingNanos(2)).hasValue(Duration.ofSeconds(200).toNanos());
        assertThat(clock.granted(1)).hasValue(Duration.ofHours(1));
    }

    @Test
    void beginCheckpoints_isWhatNobodyRenewedForFiveMinutes() {
        clock.lead();
        clock.grant(1, 3_600);
        clock.grant(2, 3_600);
        clock.grant(3, 299);
        pass(Duration.ofSeconds(200));
        clock.keepAlive(2);
        pass(Duration.ofMillis(99_999));
        assertThat(clock.beginCheckpoints(10)).isEmpty();

        pass(Duration.ofMillis(2));

        assertThat(clock.beginCheckpoints(10)).containsExactly(new LeaseRecord(1, 3_600, 3_300));
        assertThat(clock.beginCheckpoints(10)).as("begun already").isEmpty();
        pass(LeaseClock.CHECKPOINT_INTERVAL);
        assertThat(clock.beginCheckpoints(1)).hasSize(1);
        clock.follow();
        assertThat(clock.beginCheckpoints(10)).isEmpty();
    }

    @Test
    void beginClearing_isNeededFromTheBeginOfACheckpointUntilItIsCleared() {
        clock.lead();
        clock.grant(1, 3_600);
        assertThat(clock.beginClearing(1)).isFalse();
        pass(LeaseClock.CHECKPOINT_INTERVAL);
        assertThat(clock.beginCheckpoints(10)).hasSize(1);

        clock.keepAlive(1);
        assertThat(clock.beginClearing(1)).as("the checkpoint is on its way").isTrue();
        clock.checkpointed(1, 3_300);
        assertThat(clock.beginClearing(1))
                .as("the first clearing is on its way")
                .isTrue();
        pass(LeaseClock.CHECKPOINT_INTERVAL);
        clock.checkpointed(1, 0);
        assertThat(clock.beginCheckpoints(10))
                .as("the second clearing is on its way")
                .isEmpty();
        clock.checkpointed(1, 0);

        assertThat(clock.beginClearing(1)).isFalse();
        assertThat(clock.beginCheckpoints(10)).hasSize(1);
    }

    @Test
    void renewedLease_hasItsWholeTimeUnderTheNextLeader() {
        clock.reset(List.of(new LeaseRecord(1, 3_600, 100)));
        clock.lead();
        clock.keepAlive(1);
        assertThat(clock.beginClearing(1)).isTrue();
        clock.checkpointed(1, 0);

        clock.lead();

        assertThat(clock.remainingNanos(1)).hasValue(Duration.ofHours(1).toNanos());
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
