package io.narrows.codec;

import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.InvalidDictionaryException;
import java.util.List;
import java.util.Optional;

/** Trains dictionaries for streams. The result contains parts of the samples as they are. */
public final class DictionaryTraining {
    /** The level whose entropy tables a dictionary contains; other levels use them as well. */
    private static final int LEVEL = 3;

    /** The part of a dictionary that frames of dense may take, in sevenths. */
    private static final int SEVENTHS_OF_FRAMES = 3;

    /** Room for frames below which a dictionary has none, in bytes: the shared part needs all of it then. */
    private static final int LEAST_ROOM = 4 << 10;

    private DictionaryTraining() {}

    /**
     * Trains a dictionary on samples such as the reads of connections. The same samples result in the same dictionary. zstd recommends samples
     * of a hundred times its size in total. Up to three sevenths of it are frames of dense, which train its models, unless it is small.
     *
     * @param samples in the order of their times
     * @param maxBytes maximum size of the result, {@link Dictionary#MIN_BYTES} to {@link Dictionary#MAX_BYTES}
     * @return the dictionary; empty if the samples are too few or have nothing in common
     * @throws IllegalArgumentException if the size is out of range, or the samples are 2 GiB or more in total
     */
    public static Optional<Dictionary> train(List<byte[]> samples, int maxBytes) {
        return train(samples, maxBytes, true);
    }

    /**
     * Trains a dictionary like {@link #train(List, int)}.
     *
     * @param withFrames whether it may have frames of dense
     */
    public static Optional<Dictionary> train(List<byte[]> samples, int maxBytes, boolean withFrames) {
        if (maxBytes > Dictionary.MAX_BYTES) {
            throw new IllegalArgumentException(
                    "dictionary of " + maxBytes + " bytes (expected: at most " + Dictionary.MAX_BYTES + ")");
        }
        int framesRoom = maxBytes / 7 * SEVENTHS_OF_FRAMES;
        List<byte[]> frames =
                withFrames && framesRoom >= LEAST_ROOM ? SampledFrames.of(samples, framesRoom) : List.of();
        int room = frames.isEmpty() ? maxBytes : maxBytes - Dictionary.FRAMED_BYTES - SampledFrames.bytes(frames);
        byte[] trained = ZstdDictionaries.train(samples, room, LEVEL);
        if (trained.length < Dictionary.MIN_BYTES) {
            return Optional.empty();
        }
        try {
            Dictionary shared = Dictionary.of(trained);
            return Optional.of(frames.isEmpty() ? shared : Dictionary.of(shared, frames));
        } catch (InvalidDictionaryException e) {
            throw new IllegalStateException("zstd has trained an invalid dictionary", e);
        }
    }
}
