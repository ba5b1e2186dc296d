package io.narrows.proxy.link;

import io.narrows.codec.Codec;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How many frames of hostile links each codec's decoder saw. */
final class DecoderCoverage {
    /** One decoder's frames. */
    static final class Counts {
        private long decoded;
        private long refused;

        /** Frames that it decoded, right ones and such as only the content's checksum can tell. */
        long decoded() {
            return decoded;
        }

        /** Frames that it refused. */
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
     * @param decoded whether the frame brought app bytes
     * @param warnings what the link has said so far; a link refuses one frame, its last
     */
    void add(Codec codec, boolean decoded, List<Overheard.Warning> warnings) {
        if (decoded) {
            counts.get(codec).decoded++;
        } else if (warnings.size() == 1 && Fate.of(warnings.get(0)) == Fate.DECODER) {
            counts.get(codec).refused++;
        }
    }
}
