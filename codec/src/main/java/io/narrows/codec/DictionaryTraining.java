package io.narrows.codec;

import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.InvalidDictionaryException;
import java.util.List;
import java.util.Optional;

/** Trains dictionaries for streams. The result contains parts of the samples as they are. */
public final class DictionaryTraining {
    /** The level whose entropy tables a dictionary contains; other levels use them as well. */
    private static final int LEVEL = 3;

    private DictionaryTraining() {}

    /**
     * Trains a dictionary on samples such as the reads of connections. The same samples result in the same dictionary. zstd recommends samples
     * of a hundred times its size in total.
     *
     * @param maxBytes maximum size of the result, {@link Dictionary#MIN_BYTES} to {@link Dictionary#MAX_BYTES}
     * @return the dictionary; empty if the samples are too few or have nothing in common
     * @throws IllegalArgumentException if the size is out of range, or the samples are 2 GiB or more in total
     */
    public static Optional<Dictionary> train(List<byte[]> samples, int maxBytes) {
        if (maxBytes > Dictionary.MAX_BYTES) {
            throw new IllegalArgumentException(
                    "dictionary of " + maxBytes + " bytes (expected: at most " + Dictionary.MAX_BYTES + ")");
        }
        byte[] trained = ZstdDictionaries.train(samples, maxBytes, LEVEL);
        if (trained.length < Dictionary.MIN_BYTES) {
            return Optional.empty();
        }
        try {
            return Optional.of(Dictionary.of(trained));
        } catch (InvalidDictionaryException e) {
            throw new IllegalStateException("zstd has trained an invalid dictionary", e);
        }
    }
}
