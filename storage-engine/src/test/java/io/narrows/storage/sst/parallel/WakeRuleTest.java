package io.narrows.storage.sst.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WakeRuleTest {
    @Test
    void isBehindFromAQuarterOfTheRingOn() {
        WakeRule rule = new WakeRule(16, 4);

        assertThat(rule.isBehind(state(3, 0))).isFalse();
        assertThat(rule.isBehind(state(4, 0))).isTrue();
    }

    @Test
    void eachAttachedWorkerNeedsABlockMore() {
        WakeRule rule = new WakeRule(16, 4);

        assertThat(rule.isBehind(state(5, 2))).isFalse();
        assertThat(rule.isBehind(state(6, 2))).isTrue();
    }

    @Test
    void isNeverBehindWithAllWorkersAttached() {
        WakeRule rule = new WakeRule(16, 2);

        assertThat(rule.isBehind(state(16, 1))).isTrue();
        assertThat(rule.isBehind(state(16, 2))).isFalse();
    }

    @Test
    void oneSlotIsLeftForTheEmitter() {
        WakeRule rule = new WakeRule(4, 8);

        assertThat(rule.isBehind(state(4, 2))).isTrue();
        assertThat(rule.isBehind(state(4, 3))).isFalse();
    }

    @Test
    void theFirstWakesAreImmediateAndLaterOnesRarer() {
        WakeRule rule = new WakeRule(16, 2);

        for (int wake = 0; wake < 4; wake++) {
            assertThat(behindUntilDue(rule)).as("wake %d", wake).isEqualTo(1);
        }
        assertThat(behindUntilDue(rule)).isEqualTo(2);
        assertThat(behindUntilDue(rule)).isEqualTo(3);
    }

    @Test
    void theThresholdStopsRisingAtEightAboveTheWorkers() {
        WakeRule rule = new WakeRule(16, 2);

        for (int wake = 0; wake < 100; wake++) {
            behindUntilDue(rule);
        }

        assertThat(behindUntilDue(rule)).isEqualTo(10);
    }

    private static int behindUntilDue(WakeRule rule) {
        int times = 1;
        while (!rule.isDue()) {
            rule.wasBehind(false);
            times++;
        }
        rule.wasBehind(true);
        return times;
    }

    private static long state(int backlog, int attached) {
        long state = RingState.empty(0);
        for (int block = 0; block < backlog; block++) {
            state = RingState.emitted(state);
        }
        for (int worker = 0; worker < attached; worker++) {
            state = RingState.joined(state);
        }
        return state;
    }
}
