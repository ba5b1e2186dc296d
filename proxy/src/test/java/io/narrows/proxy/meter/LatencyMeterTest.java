package io.narrows.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import org.junit.jupiter.api.Test;

final class LatencyMeterTest {
    private static final double TINY = 1e-12;

    private final LatencyMeter meter = new LatencyMeter();

    @Test
    void nothingRecorded_hasNoQuantile() {
        meter.histogram(new PeerId("b"), TrafficClass.BULK, Direction.SENT);

        assertThat(meter.quantile(0.5)).isEmpty();
    }

    @Test
    void quantile_liesWithinItsBucket_overAllKindsOfTraffic() {
        record("b", 3, 20_000); // the upper bound of a bucket
        record("c", 1, 700_000);

        assertThat(meter.quantile(0.75).orElseThrow()).isCloseTo(20e-6, within(TINY));
        assertThat(meter.quantile(0.5).orElseThrow()).isBetween(18e-6, 20e-6);
        assertThat(meter.quantile(1).orElseThrow()).isBetween(700e-6, 770e-6);
    }

    @Test
    void quantileAboveTheLastBound_isThatBound() {
        record("b", 1, 20_000_000_000L);

        assertThat(meter.quantile(0.99)).hasValue(8);
    }

    private void record(String peer, int times, long nanos) {
        for (int i = 0; i < times; i++) {
            meter.histogram(new PeerId(peer), TrafficClass.DEFAULT, Direction.SENT)
                    .record(nanos);
        }
    }
}
