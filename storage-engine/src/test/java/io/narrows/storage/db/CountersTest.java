package io.narrows.storage.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CountersTest {
    private final Counters counters = new Counters(7);

    @Test
    void freshOnes_haveEveryReasonAndLevel() {
        assertThat(counters.writes())
                .isEqualTo(new WriteStatistics(
                        0,
                        0,
                        0,
                        0,
                        Map.of(StallReason.MEMTABLES, 0L, StallReason.LEVEL0, 0L, StallReason.PENDING_BYTES, 0L)));
        assertThat(counters.flushes()).isEqualTo(new FlushStatistics(0, 0, 0));
        assertThat(counters.compactions())
                .extracting(CompactionStatistics::outputLevel)
                .containsExactly(0, 1, 2, 3, 4, 5, 6);
        assertThat(counters.backgroundErrors()).isZero();
    }

    @Test
    void writes_areAddedUp() {
        counters.written(100);
        counters.written(20);
        counters.logged(130);
        counters.logSynced();

        WriteStatistics writes = counters.writes();
        assertThat(writes.userBytes()).isEqualTo(120);
        assertThat(writes.logBytes()).isEqualTo(130);
        assertThat(writes.logSyncs()).isEqualTo(1);
    }

    @Test
    void slowdown_isTimeOfItsReasonToo() {
        counters.stalled(StallReason.LEVEL0, 1_000);
        counters.slowedDown(StallReason.LEVEL0, 50);
        counters.slowedDown(StallReason.PENDING_BYTES, 7);

        WriteStatistics writes = counters.writes();
        assertThat(writes.slowdowns()).isEqualTo(2);
        assertThat(writes.stallMicros())
                .containsEntry(StallReason.LEVEL0, 1_050L)
                .containsEntry(StallReason.PENDING_BYTES, 7L)
                .containsEntry(StallReason.MEMTABLES, 0L);
    }

    @Test
    void flushes_areAddedUp() {
        counters.flushed(1_000, 30);
        counters.flushed(0, 4);

        assertThat(counters.flushes()).isEqualTo(new FlushStatistics(2, 1_000, 34));
    }

    @Test
    void compactions_areAddedUpByOutputLevel() {
        counters.compacted(1, 1_000, 800, 20, 50);
        counters.compacted(1, 100, 80, 2, 5);
        counters.compacted(6, 10, 9, 0, 1);

        assertThat(counters.compactions())
                .contains(
                        new CompactionStatistics(1, 2, 1_100, 880, 55, 22),
                        new CompactionStatistics(2, 0, 0, 0, 0, 0),
                        new CompactionStatistics(6, 1, 10, 9, 1, 0));
    }

    @Test
    void backgroundErrors_areCounted() {
        counters.failedInBackground();
        counters.failedInBackground();

        assertThat(counters.backgroundErrors()).isEqualTo(2);
    }
}
