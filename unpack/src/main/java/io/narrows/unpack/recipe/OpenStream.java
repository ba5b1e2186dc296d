package io.narrows.unpack.recipe;

import io.narrows.codec.MalformedDataException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The encoder of the piece that one direction of a connection is rebuilding in parts, if any. Used by one thread at a time. */
public final class OpenStream implements AutoCloseable {
    private @Nullable PartEncoder encoder;

    /**
     * Compresses the plain bytes of the next part.
     *
     * @param plain direct; consumed
     * @param dst direct; the output begins at index 0. Its capacity is at least the bound
     * @return the bytes of the output
     * @throws MalformedDataException if there is no part before one that continues
     */
    public int encode(StreamRecipe recipe, int settings, ByteBuffer plain, ByteBuffer dst)
            throws MalformedDataException {
        if ((settings & StreamRecipe.CONTINUES) == 0) {
            close();
            encoder = recipe.begin(settings);
        }
        if (encoder == null) {
            throw new MalformedDataException(recipe.id() + " continues no piece");
        }
        int written = encoder.encode(plain, settings, dst, null);
        if ((settings & StreamRecipe.MORE) == 0) {
            close();
        }
        return written;
    }

    /** Ends the piece, and frees native memory. */
    @Override
    public void close() {
        if (encoder != null) {
            encoder.close();
            encoder = null;
        }
    }
}
