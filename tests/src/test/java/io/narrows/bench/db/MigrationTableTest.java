package io.narrows.bench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class MigrationTableTest {
    private static Histogram latency(long nanos) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(nanos);
        return histogram;
    }

    private static Timeline timeline(Moment last) {
        return new Timeline(
                2,
                List.of(
                        new Moment(1, Map.of("snappy", 90_000_000L)),
                        new Moment(2, Map.of("snappy", 100_000_000L)),
                        new Moment(3.5, Map.of("snappy", 40_000_000L, "zstd", 50_000_000L)),
                        last));
    }

    private static String row(Timeline timeline) {
        return MigrationTable.of(List.of(new Migration.Result(true, timeline, latency(20_000), latency(30_000))))
                .lines()
                .skip(2)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void row_ofAChangeThatReachedAll() {
        assertThat(row(timeline(new Moment(10, Map.of("zstd", 80_000_000L)))))
                .isEqualTo("| rewrites files | 100.0 | 80.0 | 100 % | 1.5 | 8.0 | 8.0 | 20.0 | 30.0 |");
    }

    @Test
    void row_ofAChangeThatReachedNearlyAll() {
        assertThat(row(timeline(new Moment(10, Map.of("zstd", 80_000_000L, "snappy", 1L)))))
                .isEqualTo("| rewrites files | 100.0 | 80.0 | 99 % | 1.5 | 8.0 | - | 20.0 | 30.0 |");
    }
}
