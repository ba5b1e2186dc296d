package io.narrows.proxy.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class HistoryTest {
    private final AtomicLong millis = new AtomicLong(1_000_000);
    private final History history = new History(millis.get(), this::now);

    @Test
    void history_beginsWithZeroAndEndsWithNow() {
        millis.addAndGet(500);

        assertThat(history.over("10m").orElseThrow()).containsExactly(Totals.start(1_000_000), now());
    }

    @Test
    void samples_areKeptInEveryResolution() {
        sampleFor(TimeUnit.MINUTES.toSeconds(5));

        assertThat(history.over("10m").orElseThrow()).hasSize(1 + 150 + 1);
        assertThat(history.over("5h").orElseThrow()).hasSize(1 + 5 + 1);
        assertThat(history.over("30d").orElseThrow()).hasSize(1 + 1);
    }

    @Test
    void memory_isBoundedAndTheOldestGoFirst() {
        sampleFor(TimeUnit.DAYS.toSeconds(40));

        List<Totals> fine = history.over("10m").orElseThrow();
        assertThat(fine).hasSize(300 + 1);
        assertThat(fine.get(0).millis()).isEqualTo(millis.get() - 299 * 2_000);
        assertThat(history.over("5h").orElseThrow()).hasSize(300 + 1);
        assertThat(history.over("30d").orElseThrow()).hasSize(720 + 1);
    }

    @Test
    void clockThatIsSetBack_leavesNoSampleInTheFutureAndNoGap() {
        sampleFor(TimeUnit.MINUTES.toSeconds(10));
        millis.addAndGet(-TimeUnit.MINUTES.toMillis(5));

        sampleFor(TimeUnit.MINUTES.toSeconds(1));

        List<Totals> samples = history.over("10m").orElseThrow();
        assertThat(samples).extracting(Totals::millis).isSorted();
        assertThat(samples).hasSize(180 + 1);
    }

    @Test
    void rangeThatDoesNotExist_hasNoSamples() {
        assertThat(history.over("1y")).isEmpty();
        assertThat(History.ranges())
                .allSatisfy(range -> assertThat(history.over(range)).isPresent());
    }

    private void sampleFor(long seconds) {
        for (long second = 0; second < seconds; second += History.PERIOD.toSeconds()) {
            millis.addAndGet(History.PERIOD.toMillis());
            history.sample();
        }
    }

    private Totals now() {
        long at = millis.get();
        return new Totals(at, at, at / 2, 0.5, 0.25, 0.125, 0.0625);
    }
}
