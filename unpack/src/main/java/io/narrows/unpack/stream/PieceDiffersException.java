package io.narrows.unpack.stream;

import io.narrows.codec.MalformedDataException;
import io.narrows.unpack.recipe.Recipe;

/** Thrown if a rebuilt piece is not the original: the encoders at both ends make different bytes, or a host has faulty memory. */
public final class PieceDiffersException extends MalformedDataException {
    private static final long serialVersionUID = 1L;

    private final String encoder;

    PieceDiffersException(String message, Recipe recipe) {
        super(message);
        this.encoder = recipe.encoder();
    }

    PieceDiffersException(String message, Throwable cause, Recipe recipe) {
        super(message, cause);
        this.encoder = recipe.encoder();
    }

    /** Returns the encoder that may be at fault. */
    public String encoder() {
        return encoder;
    }
}
