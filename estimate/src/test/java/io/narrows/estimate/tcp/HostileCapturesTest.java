package io.narrows.estimate.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.estimate.tcp.HostileCaptures.Outcome;
import io.narrows.testkit.Seed;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HostileCapturesTest {
    private static final int RUNS = 4000;

    @Test
    void damagedCaptures_areReadOrRefused_inBoundedMemory() {
        Map<Outcome, Integer> outcomes = new HostileCaptures(Seed.of(HostileCapturesTest.class)).run(RUNS);

        assertThat(outcomes.get(Outcome.REFUSED)).isGreaterThan(RUNS / 10);
        assertThat(outcomes.get(Outcome.READ)).isGreaterThan(RUNS / 10);
    }
}
