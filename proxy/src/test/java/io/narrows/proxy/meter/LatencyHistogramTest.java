package io.narrows.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.testkit.Seed;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LatencyHistogramTest {
    private static final double GROWTH = Math.pow(2, 1.0 / 8);

    @ParameterizedTest
    @CsvSource({
        "0, 2.0E-5",
        "20000, 2.0E-5",
        "20001, 5.0E-5",
        "10000000, 0.01",
        "10000001, 0.02",
        "1000000000, 1.0",
        "1000000001, Infinity",
        "3600000000000, Infinity"
    })
    void classicBucket_endsAtItsBound(long nanos, double bound) {
        HistogramDataPointSnapshot point = snapshot(nanos);

        for (int i = 0; i < point.getClassicBuckets().size(); i++) {
            boolean own = point.getClassicBuckets().getUpperBound(i) == bound;
            assertThat(point.getClassicBuckets().getCount(i)).isEqualTo(own ? 1 : 0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                8_000,
                20_000,
                70_000,
                1_000_000,
                10_000_000,
                999_999_999,
                1_000_000_000,
                1_000_000_001,
                7_000_000_000L
            })
    void nativeBucket_isTheOneOfItsSchema(long nanos) {
        HistogramDataPointSnapshot point = snapshot(nanos);

        NativeHistogramBuckets buckets = point.getNativeBucketsForPositiveValues();
        assertThat(point.getNativeSchema()).isEqualTo(3);
        assertThat(buckets.size()).isOne();
        double upper = Math.pow(GROWTH, buckets.getBucketIndex(0));
        assertThat(nanos / 1e9).isGreaterThan(upper / GROWTH - 1e-9).isLessThanOrEqualTo(upper + 1e-9);
    }

    @Test
    void bothKindsOfBuckets_haveTheSameCount() {
        long seed = Seed.of(LatencyHistogramTest.class);
        Random random = new Random(seed);
        long[] nanos = random.doubles(1000, 0, 11)
                .mapToLong(exponent -> (long) Math.pow(10, exponent))
                .toArray();

        HistogramDataPointSnapshot point = snapshot(nanos);

        long inNative = 0;
        for (int i = 0; i < point.getNativeBucketsForPositiveValues().size(); i++) {
            inNative += point.getNativeBucketsForPositiveValues().getCount(i);
        }
        assertThat(point.getCount()).isEqualTo(1000).isEqualTo(inNative);
    }

    @Test
    void emptyHistogram_isANativeOne() {
        HistogramDataPointSnapshot point = snapshot();

        assertThat(point.hasNativeHistogramData()).isTrue();
        assertThat(point.getNativeZeroThreshold()).isPositive();
        assertThat(point.getCount()).isZero();
    }

    private static HistogramDataPointSnapshot snapshot(long... nanos) {
        LatencyMeter meter = new LatencyMeter();
        LatencyHistogram histogram = meter.histogram(new PeerId("b"), TrafficClass.BULK, Direction.SENT);
        for (long one : nanos) {
            histogram.record(one);
        }
        return ((HistogramSnapshot) new LatencyMetrics(meter).collect())
                .getDataPoints()
                .get(0);
    }
}
