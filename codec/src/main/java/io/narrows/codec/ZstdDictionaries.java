package io.narrows.codec;

import com.github.luben.zstd.Zstd;
import java.util.Arrays;
import java.util.List;

/** Trains zstd dictionaries on samples of the data to be compressed. */
public final class ZstdDictionaries {
    /** Minimum size of a dictionary in bytes ({@code ZDICT_DICTSIZE_MIN}). */
    public static final int MIN_BYTES = 256;

    /** The native library would read out of bounds on shorter or fewer samples (zstd issue 3599). */
    private static final int MIN_SAMPLE = 8;

    private static final int MIN_SAMPLES = 12;

    private ZstdDictionaries() {}

    /**
     * Trains a dictionary ({@code ZDICT_trainFromBuffer}). Samples below 8 bytes are ignored. The same samples produce
     * the same dictionary.
     *
     * @param maxBytes maximum size of the result, at least {@link #MIN_BYTES}; zstd recommends a hundredth of the samples
     * @param level compression level to be used with the dictionary
     * @return the dictionary; empty if the samples are too few or have nothing in common
     * @throws IllegalArgumentException if {@code maxBytes} is too small, or the samples total 2 GiB or more
     */
    public static byte[] train(List<byte[]> samples, int maxBytes, int level) {
        if (maxBytes < MIN_BYTES) {
            throw new IllegalArgumentException(
                    "dictionary of " + maxBytes + " bytes (expected: at least " + MIN_BYTES + ")");
        }
        byte[][] usable =
                samples.stream().filter(sample -> sample.length >= MIN_SAMPLE).toArray(byte[][]::new);
        long total = Arrays.stream(usable).mapToLong(sample -> sample.length).sum();
        if (total > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "samples of " + total + " bytes (expected: at most " + Integer.MAX_VALUE + ")");
        }
        if (usable.length < MIN_SAMPLES) {
            return new byte[0];
        }
        byte[] dictionary = new byte[maxBytes];
        long length = Zstd.trainFromBuffer(usable, dictionary, false, level);
        return Zstd.isError(length) ? new byte[0] : Arrays.copyOf(dictionary, (int) length);
    }
}
