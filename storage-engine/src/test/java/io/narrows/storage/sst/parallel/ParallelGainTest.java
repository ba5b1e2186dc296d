package io.narrows.storage.sst.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ParallelGainTest {
    private final ParallelGain gain = new ParallelGain();

    @Test
    void isSerialUntilAWindowWasTimed() {
        feed(ParallelGain.WINDOW - 1, 15_000, 5_000);

        assertThat(gain.isParallel()).isFalse();
    }

    @Test
    void goesParallelForACodecLikeZstd() {
        feed(ParallelGain.WINDOW, 15_000, 5_000);

        assertThat(gain.isParallel()).isTrue();
    }

    @Test
    void staysSerialForACodecLikeLz4() {
        feed(ParallelGain.WINDOW, 4_000, 5_000);

        assertThat(gain.isParallel()).isFalse();
    }

    @Test
    void goesParallelForLz4WithLargerBlocks() {
        feed(ParallelGain.WINDOW, 16_000, 20_000);

        assertThat(gain.isParallel()).isTrue();
    }

    @Test
    void staysSerialWhenTheEmitterIsMuchSlowerThanTheCodec() {
        feed(ParallelGain.WINDOW, 15_000, 200_000);

        assertThat(gain.isParallel()).isFalse();
    }

    @Test
    void blocksThatLostTheirProcessorDecideNothing() {
        feed(ParallelGain.WINDOW / 2, 10_000_000, 5_000);
        feed(ParallelGain.WINDOW - ParallelGain.WINDOW / 2, 4_000, 5_000);

        assertThat(gain.isParallel()).isFalse();
    }

    @Test
    void staysParallelBetweenTheBounds() {
        feed(ParallelGain.WINDOW, ParallelGain.WORTH_NANOS, 5_000);
        feed(ParallelGain.WINDOW, ParallelGain.WORTHLESS_NANOS, 5_000);

        assertThat(gain.isParallel()).isTrue();
    }

    @Test
    void staysSerialBetweenTheBounds() {
        feed(ParallelGain.WINDOW, ParallelGain.WORTH_NANOS - 1, 5_000);

        assertThat(gain.isParallel()).isFalse();
    }

    @Test
    void goesSerialAgainWhenBlocksBecomeCheap() {
        feed(ParallelGain.WINDOW, 15_000, 5_000);
        feed(ParallelGain.WINDOW, ParallelGain.WORTHLESS_NANOS - 1, 5_000);

        assertThat(gain.isParallel()).isFalse();
    }

    @Test
    void goesSerialAgainWhenBlocksBecomeRare() {
        feed(ParallelGain.WINDOW, 15_000, 5_000);
        feed(ParallelGain.WINDOW, 15_000, 150_000);
        assertThat(gain.isParallel()).isTrue();

        feed(ParallelGain.WINDOW, 15_000, 200_000);

        assertThat(gain.isParallel()).isFalse();
    }

    @Test
    void timesOneWindowInEachPeriod() {
        int period = ParallelGain.WINDOW + ParallelGain.PAUSE;

        int timed = 0;
        for (int block = 0; block < 3 * period; block++) {
            boolean times = gain.times();
            assertThat(times).as("block %d", block).isEqualTo(block % period < ParallelGain.WINDOW);
            timed += times ? 1 : 0;
        }

        assertThat(timed).isEqualTo(3 * ParallelGain.WINDOW);
    }

    private void feed(int blocks, long compressNanos, long prepareNanos) {
        for (int block = 0; block < blocks; block++) {
            gain.add(compressNanos, prepareNanos);
        }
    }
}
