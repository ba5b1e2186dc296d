package io.narrows.proxy.link.frame;

import io.narrows.codec.Codec;
import io.narrows.proxy.meter.Failure;
import java.util.Set;

/** Thrown when the decoded content differs from the encoded one, because of a codec bug or faulty memory at either end. */
public final class ContentDiffersException extends CorruptFrameException {
    private static final long serialVersionUID = 1L;

    private final transient Set<Codec> codecs;

    /** @param codecs the codecs of the frames since the last successful check */
    public ContentDiffersException(String message, Set<Codec> codecs) {
        super(message + ", in " + codecs.stream().map(Codec::label).toList());
        this.codecs = Set.copyOf(codecs);
    }

    /** Returns the codecs that may be at fault. */
    public Set<Codec> codecs() {
        return codecs;
    }

    @Override
    public Failure failure() {
        return Failure.CONTENT_DIFFERS;
    }
}
