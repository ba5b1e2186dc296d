package io.narrows.proxy.link.unpack;

import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.meter.Failure;
import io.narrows.unpack.stream.PieceDiffersException;

/** Thrown when a piece was rebuilt, but not to the bytes that the application sent. None of it was delivered. */
public final class RebuiltWronglyException extends CorruptFrameException {
    private static final long serialVersionUID = 1L;

    private final String encoder;

    RebuiltWronglyException(PieceDiffersException cause) {
        super(cause.getMessage(), cause);
        this.encoder = cause.encoder();
    }

    /** Returns the encoder that may be at fault. */
    public String encoder() {
        return encoder;
    }

    @Override
    public Failure failure() {
        return Failure.CONTENT_DIFFERS;
    }
}
