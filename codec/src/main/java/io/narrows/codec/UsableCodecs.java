package io.narrows.codec;

import java.util.Set;

/**
 * The codecs that both ends of a link have. Immutable.
 *
 * @param decodesDenseVersion2 whether the receiver decodes version 2 of dense, which has level 0, if dense is among the codecs
 */
public record UsableCodecs(Set<Codec> codecs, boolean decodesDenseVersion2) {
    public UsableCodecs {
        codecs = Set.copyOf(codecs);
    }

    /** Returns whether both ends have a codec at that level; the window may be too large. */
    public boolean contains(CodecSpec spec) {
        return codecs.contains(spec.codec()) && (decodesDenseVersion2 || !spec.isLevel0());
    }

    /**
     * Returns the first that both ends have of the specification itself and its replacements at their default levels; {@link Codec#NONE}
     * if there is none.
     */
    public CodecSpec resolve(CodecSpec wanted) {
        CodecSpec found = wanted;
        while (found.codec() != Codec.NONE && !contains(found)) {
            Codec next = found.codec().fallback().orElseThrow();
            found = CodecSpec.of(next).withWindowLog(wanted.windowLog());
        }
        return found;
    }
}
