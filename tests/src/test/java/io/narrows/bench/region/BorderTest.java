package io.narrows.bench.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class BorderTest {
    private static final long MILLI = 1_000_000;
    private static final double LOSS = 0.5;
    private static final Border LOSSY = new Border(40 * MILLI, 0, LOSS);
    private static final long CARRIED = seed(0);
    private static final long LOST_ONCE = seed(1);
    private static final long LOST_TWICE = seed(2);

    @Test
    void withoutLoss_framesArriveAfterTheDelay() {
        long[] arrivals =
                new Border(40 * MILLI, 0, 0).arrivals(new long[] {1, 2}, new long[] {0, MILLI}, new int[] {1, 2});

        assertThat(arrivals).containsExactly(40 * MILLI, 41 * MILLI);
    }

    @Test
    void jitter_delaysFrames_butDoesNotReorderThem() {
        long[] seeds = LongStream.range(0, 100).toArray();
        long[] sent = LongStream.range(0, 100).map(i -> i * MILLI).toArray();
        int[] segments = LongStream.of(sent).mapToInt(at -> 1).toArray();

        long[] arrivals = new Border(40 * MILLI, 20 * MILLI, 0).arrivals(seeds, sent, segments);

        assertThat(arrivals).isSorted();
        assertThat(arrivals[99]).isGreaterThan(139 * MILLI);
    }

    @Test
    void lostSegment_isSentAgainAfterThreeLaterOnes_andHoldsThemUp() {
        long[] arrivals = LOSSY.arrivals(
                new long[] {LOST_ONCE, CARRIED, CARRIED, CARRIED, CARRIED},
                new long[] {0, MILLI, 2 * MILLI, 3 * MILLI, 300 * MILLI},
                new int[] {1, 1, 1, 1, 1});

        assertThat(arrivals).containsExactly(123 * MILLI, 123 * MILLI, 123 * MILLI, 123 * MILLI, 340 * MILLI);
    }

    @Test
    void lostSegment_beforeOneOther_isSentAgainAQuarterOfARoundTripLater() {
        long[] arrivals = LOSSY.arrivals(new long[] {LOST_ONCE, CARRIED}, new long[] {0, MILLI}, new int[] {1, 1});

        assertThat(arrivals).containsExactly(141 * MILLI, 141 * MILLI);
    }

    @Test
    void lostSegment_beforeNoOther_isSentAgainAfterTwoRoundTrips() {
        long[] arrivals = LOSSY.arrivals(new long[] {LOST_ONCE}, new long[] {0}, new int[] {1});

        assertThat(arrivals).containsExactly(200 * MILLI);
    }

    @Test
    void segmentThatIsLostAgain_isSentAgainAfterOneAndAQuarterOfARoundTrip() {
        long[] arrivals = LOSSY.arrivals(new long[] {LOST_TWICE}, new long[] {0}, new int[] {1});

        assertThat(arrivals).containsExactly(300 * MILLI);
    }

    @Test
    void pathThatLosesEverything_isRefused() {
        assertThatThrownBy(() -> new Border(MILLI, 0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("loss 1.0 (expected: 0 to below 1)");
    }

    /** Returns a seed with which the first segment of a frame is lost that often. */
    private static long seed(int times) {
        return LongStream.iterate(0, seed -> seed + 1)
                .filter(seed -> {
                    SplittableRandom random = new SplittableRandom(seed);
                    return LongStream.rangeClosed(0, times)
                            .allMatch(draw -> random.nextDouble() < LOSS == draw < times);
                })
                .findFirst()
                .orElseThrow();
    }
}
