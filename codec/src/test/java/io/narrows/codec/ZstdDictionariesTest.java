package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZstdDictionariesTest {
    /** The magic number of a dictionary in zstd's format. */
    private static final byte[] MAGIC = {0x37, (byte) 0xa4, 0x30, (byte) 0xec};

    @ParameterizedTest
    @ValueSource(ints = {256, 1024, 8 << 10, 1 << 20})
    void train_likeSamples_givesADictionaryOfAtMostThatSize(int maxBytes) {
        byte[] dictionary = ZstdDictionaries.train(Samples.postgres(), maxBytes, 3);

        assertThat(dictionary).startsWith(MAGIC).hasSizeBetween(200, maxBytes);
    }

    @Test
    void train_sameSamples_givesTheSameDictionary() {
        byte[] once = ZstdDictionaries.train(Samples.etcd(), 16 << 10, 3);

        assertThat(ZstdDictionaries.train(Samples.etcd(), 16 << 10, 3)).isEqualTo(once);
    }

    @Test
    void train_tooFewSamples_givesNone() {
        for (int samples = 0; samples <= 11; samples++) {
            assertThat(ZstdDictionaries.train(Samples.etcd().subList(0, samples), 1024, 3))
                    .isEmpty();
        }
    }

    /** Here the native library itself would read out of bounds. */
    @Test
    void train_samplesOfAFewBytes_givesNone() {
        for (int length = 0; length < 8; length++) {
            List<byte[]> samples = Collections.nCopies(1000, new byte[length]);

            assertThat(ZstdDictionaries.train(samples, 1024, 3)).isEmpty();
        }
    }

    @Test
    void train_theSmallestSamplesThatItTakes_survives() {
        for (int count = 12; count < 40; count++) {
            List<byte[]> samples =
                    IntStream.range(0, count).mapToObj(i -> Samples.noise(i, 8)).toList();

            assertThat(ZstdDictionaries.train(samples, 256, 3)).hasSizeLessThanOrEqualTo(256);
        }
    }

    @Test
    void train_sizeBelowTheLeast_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ZstdDictionaries.train(Samples.etcd(), 255, 3))
                .withMessage("dictionary of 255 bytes (expected: at least 256)");
    }
}
