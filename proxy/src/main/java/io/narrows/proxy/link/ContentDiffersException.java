package io.narrows.proxy.link;

import io.narrows.codec.Codec;
import io.narrows.proxy.meter.Failure;
import java.util.Set;

/** The content of a direction differs from what the peer encoded: a codec failed, or the memory of either end. */
final class ContentDiffersException extends CorruptFrameException {
    private static final long serialVersionUID = 1L;

    private final transient Set<Codec> codecs;

    /** @param codecs of the frames since content was found right the last time */
    ContentDiffersException(String message, Set<Codec> codecs) {
        super(message + ", in " + codecs.stream().map(Codec::label).toList());
        this.codecs = Set.copyOf(codecs);
    }

    /** The codecs that may have failed. */
    Set<Codec> codecs() {
        return codecs;
    }

    @Override
    Failure failure() {
        return Failure.CONTENT_DIFFERS;
    }
}
