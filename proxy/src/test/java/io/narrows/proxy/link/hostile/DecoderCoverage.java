package io.narrows.proxy.link.hostile;

import io.narrows.codec.Codec;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The number of frames of hostile links that each codec's decoder has seen. */
final class DecoderCoverage {
    /** One decoder's frames. */
    static final class Counts {
        private long decoded;
        private long refused;

        /** Returns the frames that it decoded: correct ones, and those whose errors only the content's checksum can detect. */
        long decoded() {
            return decoded;
        }

        /** Returns the frames that it rejected. */
        long refused() {
            return refused;
        }
    }

    private final Map<Codec, Counts> counts = new EnumMap<>(Codec.class);

    DecoderCoverage() {
        for (Codec codec : Codec.values()) {
            counts.put(codec, new Counts());
        }
    }

    Counts of(Codec codec) {
        return counts.get(codec);
    }

    /**
     * @param decoded whether the frame was decoded to app bytes
     * @param warnings the link's warnings so far; a link rejects one frame, its last
     */
    void add(Codec codec, boolean decoded, List<Overheard.Warning> warnings) {
        if (decoded) {
            counts.get(codec).decoded++;
        } else if (warnings.size() == 1 && Fate.of(warnings.get(0)) == Fate.DECODER) {
            counts.get(codec).refused++;
        }
    }
}
