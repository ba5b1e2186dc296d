package io.narrows.proxy.dictionary;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.DictionaryTraining;
import io.narrows.codec.MalformedDataException;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.StreamEncoder;
import io.narrows.codec.dictionary.Dictionary;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A dictionary that was trained on the earlier connections of a sample, and what it saves on the later ones. The codecs by
 * which the rules compress such connections measure, and their bytes are added.
 *
 * @param dictionary empty if the connections are too few or have nothing in common
 * @param bytesWithout encoded bytes of the later connections without a dictionary
 * @param bytesBefore with the dictionary in use; without one, the same
 * @param bytesWith with the new one
 */
record TrainingRun(Optional<Dictionary> dictionary, long bytesWithout, long bytesBefore, long bytesWith) {
    /** Connections below which nothing is trained. */
    static final int FEWEST = 8;

    /** The part of the bytes that a new dictionary must save, compared with the one in use and with none. */
    static final double LEAST_GAIN = 0.05;

    /** Window with which codecs measure, as a base-two logarithm of bytes: a dictionary and the sample of a connection fit. */
    private static final int WINDOW_LOG = 18;

    private static final int MEASURED_PART = 4;
    private static final int MAX_FRAME = 64 << 10;
    private static final TrainingRun NOTHING = new TrainingRun(Optional.empty(), 0, 0, 0);

    /**
     * Returns the codecs that measure: those in use whose contexts can begin with a dictionary, or their replacements, with a window that is
     * large enough for samples.
     *
     * @param used those by which the rules compress the sampled traffic
     */
    static List<CodecSpec> measured(Set<CodecSpec> used, Codecs codecs) {
        return used.stream()
                .map(codecs::resolve)
                .filter(spec -> spec.codec().beginsWithDictionary())
                .map(spec -> spec.withWindowLog(Math.min(spec.windowLog(), WINDOW_LOG)))
                .distinct()
                .toList();
    }

    /**
     * Trains and measures. Takes up to some seconds.
     *
     * @param connections reads of at most 64 KiB, in the order of the connections' beginnings
     * @param current the dictionary in use; null for none
     * @param readsFrames whether the peer's release reads dictionaries with frames; none is made with frames unless a codec uses them
     * @param measured the codecs that measure
     */
    static TrainingRun of(
            List<List<byte[]>> connections,
            @Nullable Dictionary current,
            int maxBytes,
            boolean readsFrames,
            List<CodecSpec> measured,
            Codecs codecs)
            throws MalformedDataException {
        if (connections.size() < FEWEST || measured.isEmpty()) {
            return NOTHING;
        }
        int at = connections.size() - connections.size() / MEASURED_PART;
        List<byte[]> samples =
                connections.subList(0, at).stream().flatMap(List::stream).toList();
        boolean withFrames = readsFrames && measured.stream().anyMatch(StreamDictionary::usesFrames);
        Optional<Dictionary> trained = DictionaryTraining.train(samples, maxBytes, withFrames);
        if (trained.isEmpty()) {
            return NOTHING;
        }
        List<List<byte[]>> later = connections.subList(at, connections.size());
        long without = 0;
        long before = 0;
        long with = 0;
        for (CodecSpec spec : measured) {
            long empty = bytes(later, codecs.streamEncoder(spec));
            without += empty;
            before += current == null ? empty : bytes(later, spec, current, codecs);
            with += bytes(later, spec, trained.get(), codecs);
        }
        return new TrainingRun(trained, without, before, with);
    }

    /** Measures with a dictionary that is digested for this codec only, and freed then: one that links share would keep the digest. */
    private static long bytes(List<List<byte[]>> connections, CodecSpec spec, Dictionary dictionary, Codecs codecs)
            throws MalformedDataException {
        try (StreamDictionary prepared = codecs.dictionary(dictionary)) {
            return bytes(connections, codecs.streamEncoder(spec, prepared));
        }
    }

    private static long bytes(List<List<byte[]>> connections, StreamEncoder encoder) {
        ByteBuffer plain = ByteBuffer.allocateDirect(MAX_FRAME);
        ByteBuffer frame = ByteBuffer.allocateDirect(encoder.maxFrameLength(MAX_FRAME));
        long bytes = 0;
        try (encoder) {
            for (List<byte[]> reads : connections) {
                encoder.reset();
                for (byte[] read : reads) {
                    encoder.encode(plain.clear().put(read).flip(), frame.clear());
                    bytes += frame.flip().remaining();
                }
            }
        }
        return bytes;
    }

    /** Returns whether the new dictionary saves enough to replace the one in use. */
    boolean isBetter() {
        return dictionary.isPresent() && bytesWith <= (1 - LEAST_GAIN) * Math.min(bytesWithout, bytesBefore);
    }

    /** Returns the part of the bytes that the new dictionary saves, compared with none. */
    double saved() {
        return bytesWithout == 0 ? 0 : 1 - (double) bytesWith / bytesWithout;
    }
}
