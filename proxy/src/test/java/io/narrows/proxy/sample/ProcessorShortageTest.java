package io.narrows.proxy.sample;

import static io.narrows.proxy.sample.ProcessorShortage.JUDGED_NANOS;
import static io.narrows.proxy.sample.ProcessorShortage.PAUSE_NANOS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ProcessorShortageTest {
    private final ProcessorShortage shortage = new ProcessorShortage();

    @Test
    void workThatGetsItsProcessor_isNoShortage() {
        shortage.worked(10 * JUDGED_NANOS, 9 * JUDGED_NANOS, 0);

        assertThat(shortage.lasts(0)).isFalse();
    }

    @Test
    void workThatWaitsLongerThanItRuns_isAShortage_forAWhile() {
        shortage.worked(JUDGED_NANOS, JUDGED_NANOS / 3, 5);

        assertThat(shortage.lasts(5)).isTrue();
        assertThat(shortage.lasts(4 + PAUSE_NANOS)).isTrue();
        assertThat(shortage.lasts(5 + PAUSE_NANOS)).isFalse();
    }

    @Test
    void shortWork_isJudgedTogether() {
        shortage.worked(JUDGED_NANOS / 2, 0, 0);
        assertThat(shortage.lasts(0)).isFalse();

        shortage.worked(JUDGED_NANOS / 2, 0, 1);

        assertThat(shortage.lasts(1)).isTrue();
    }

    @Test
    void earlierWork_doesNotCountTwice() {
        shortage.worked(JUDGED_NANOS, 0, 0);
        shortage.worked(JUDGED_NANOS, JUDGED_NANOS, PAUSE_NANOS);

        assertThat(shortage.lasts(PAUSE_NANOS)).isFalse();
    }
}
