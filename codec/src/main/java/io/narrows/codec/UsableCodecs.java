package io.narrows.codec;

import java.util.Set;

/**
 * The codecs that both ends of a link have.
 *
 * @param hasLevel0 whether the receiver decodes level 0 of dense, if dense is among the codecs
 */
public record UsableCodecs(Set<Codec> codecs, boolean hasLevel0) {
    public UsableCodecs {
        codecs = Set.copyOf(codecs);
    }

    /** Returns whether both ends have a codec at that level; the window may be too large. */
    public boolean contains(CodecSpec spec) {
        return codecs.contains(spec.codec()) && (hasLevel0 || !spec.isLevel0());
    }
}
