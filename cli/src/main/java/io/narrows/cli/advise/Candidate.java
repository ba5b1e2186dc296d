package io.narrows.cli.advise;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;

/**
 * A codec and level to compare with others.
 *
 * @param unpacks whether what applications compressed is unpacked before
 */
record Candidate(CodecSpec spec, boolean unpacks) {
    boolean compresses() {
        return spec.codec() != Codec.NONE;
    }

    /** Returns {@code zstd:3} or {@code zstd:3 unpack}. */
    @Override
    public String toString() {
        return unpacks ? spec + " unpack" : spec.toString();
    }
}
