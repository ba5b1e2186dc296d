package io.narrows.bench.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ReplayTimesTest {
    private static final String SENT = "sent 0 10\nsent 1 20\n";
    private static final String FIRST = "listening\nready\nown 0 50\npassed 1 62\n";

    @Test
    void timesOfAllProcesses_areRead() {
        ReplayTimes times = new ReplayTimes(2, List.of(SENT, FIRST, "ready\nown 1 60\npassed 0 52\n"));

        assertThat(times.sent()).containsExactly(10, 20);
        assertThat(times.own()).containsExactly(50, 60);
        assertThat(times.passed()).containsExactly(52, 62);
    }

    @Test
    void frameThatHasNotArrived_isReported() {
        assertThatThrownBy(() -> new ReplayTimes(2, List.of(SENT, FIRST, "ready\nown 1 60\n")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a frame of the replay has not arrived");
    }
}
