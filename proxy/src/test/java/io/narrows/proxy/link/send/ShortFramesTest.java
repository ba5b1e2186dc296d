package io.narrows.proxy.link.send;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ShortFramesTest {
    private static final int LENGTH = 20;

    /** Maximum loss of a new context, in bytes. */
    private static final int FIRST_LOSS = ShortFrames.MAX_SAVINGS + ShortFrames.MAX_LOSS;

    private final ShortFrames frames = new ShortFrames();

    @Test
    void framesThatGrow_goRawWhenTheyHaveLostMoreThanTheLimit() {
        grow(FIRST_LOSS);
        assertThat(frames.takeRaw(LENGTH)).isFalse();

        grow(1);
        assertThat(frames.takeRaw(LENGTH)).isTrue();
    }

    @Test
    void savingsPayForLaterLosses_upToALimit() {
        grow(FIRST_LOSS);
        frames.encoded(1_000, 1);

        grow(ShortFrames.MAX_SAVINGS + ShortFrames.MAX_LOSS);
        assertThat(frames.takeRaw(LENGTH)).isFalse();

        grow(1);
        assertThat(frames.takeRaw(LENGTH)).isTrue();
    }

    @Test
    void oneFrameInTenThatShrinks_keepsTheOthersEncoded() {
        for (int i = 0; i < 1_000; i++) {
            grow(9);
            frames.encoded(LENGTH, LENGTH - 10);
            assertThat(frames.takeRaw(LENGTH)).isFalse();
        }
    }

    @Test
    void longFrames_neitherGoRawNorCount() {
        frames.encoded(ShortFrames.MAX_BYTES + 1, 2 * ShortFrames.MAX_BYTES);
        assertThat(frames.takeRaw(LENGTH)).isFalse();

        grow(FIRST_LOSS + 1);
        assertThat(frames.takeRaw(ShortFrames.MAX_BYTES + 1)).isFalse();
    }

    /** Raw frames among encoded ones would have headers of two bytes. */
    @Test
    void framesBetweenLongOnes_mayGrowByTheByteOfALongerHeader() {
        for (int i = 0; i < 1_000; i++) {
            frames.encoded(ShortFrames.MAX_BYTES + 1, 100);
            grow(1);
            assertThat(frames.takeRaw(LENGTH)).isFalse();
        }
    }

    @Test
    void trialComesLater_whenTheLastOneFailed() {
        grow(FIRST_LOSS + 1);
        assertThat(rawFrames()).isEqualTo(ShortFrames.FIRST_PAUSE);

        grow(ShortFrames.TRIAL_LOSS + 1);
        assertThat(rawFrames()).isEqualTo(2 * ShortFrames.FIRST_PAUSE);

        for (int i = 0; i < 10; i++) {
            grow(ShortFrames.TRIAL_LOSS + 1);
            assertThat(rawFrames()).isLessThanOrEqualTo(ShortFrames.LONGEST_PAUSE);
        }
    }

    @Test
    void trialThatShrinks_endsIt() {
        grow(FIRST_LOSS + 1);
        rawFrames();

        frames.encoded(10 * LENGTH, 3);
        grow(ShortFrames.MAX_LOSS);

        assertThat(frames.takeRaw(LENGTH)).isFalse();
    }

    /** The idle context of a slow stream is released while its frames go raw. */
    @Test
    void trialOnANewContext_mayLoseWhatTheFirstMight() {
        grow(FIRST_LOSS + 1);
        rawFrames();

        frames.beginContext();
        grow(FIRST_LOSS);
        assertThat(frames.takeRaw(LENGTH)).isFalse();

        grow(1);
        assertThat(rawFrames()).isEqualTo(2 * ShortFrames.FIRST_PAUSE);
    }

    @Test
    void lossesOfContextsThatLiveForAFrame_addUp() {
        for (int i = 0; i <= FIRST_LOSS; i++) {
            frames.beginContext();
            assertThat(frames.takeRaw(LENGTH)).isFalse();
            grow(1);
        }

        assertThat(frames.takeRaw(LENGTH)).isTrue();
    }

    @Test
    void anotherCodec_startsAgain() {
        grow(FIRST_LOSS + 1);

        frames.reset();

        assertThat(frames.takeRaw(LENGTH)).isFalse();
    }

    /** Encodes frames that each grow by a byte. */
    private void grow(int count) {
        for (int i = 0; i < count; i++) {
            frames.encoded(LENGTH, LENGTH + 1);
        }
    }

    private int rawFrames() {
        int count = 0;
        while (frames.takeRaw(LENGTH)) {
            count++;
        }
        return count;
    }
}
