package io.narrows.lab.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LatencyBucketsTest {
    private static final double INFINITE = Double.POSITIVE_INFINITY;
    private static final LatencyBuckets BUCKETS =
            LatencyBuckets.of(Map.of(0.001, 50.0, 0.002, 50.0, 0.004, 90.0, INFINITE, 100.0));

    @Test
    void percentile_withinABucket_isInterpolated() {
        assertThat(BUCKETS.percentile(0.25)).isEqualTo(0.0005);
        assertThat(BUCKETS.percentile(0.5)).isEqualTo(0.001);
        assertThat(BUCKETS.percentile(0.7)).isEqualTo(0.003);
    }

    @Test
    void percentile_beyondTheLastBound_isThatBound() {
        assertThat(BUCKETS.percentile(0.99)).isEqualTo(0.004);
    }

    @Test
    void percentile_nothingMeasured_isNotANumber() {
        assertThat(LatencyBuckets.EMPTY.percentile(0.5)).isNaN();
        assertThat(BUCKETS.minus(BUCKETS).percentile(0.5)).isNaN();
    }

    @Test
    void minus_earlier_leavesWhatCameSince() {
        LatencyBuckets earlier = LatencyBuckets.of(Map.of(0.001, 50.0, 0.002, 50.0, 0.004, 50.0, INFINITE, 50.0));

        assertThat(BUCKETS.minus(earlier))
                .isEqualTo(LatencyBuckets.of(Map.of(0.001, 0.0, 0.002, 0.0, 0.004, 40.0, INFINITE, 50.0)));
        assertThat(BUCKETS.minus(earlier).plus(earlier)).isEqualTo(BUCKETS);
    }
}
