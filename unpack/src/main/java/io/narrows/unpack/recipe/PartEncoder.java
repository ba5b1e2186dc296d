package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A native encoder of one piece, which goes on from part to part. Its output lags behind the plain bytes. Not thread-safe. */
public interface PartEncoder extends AutoCloseable {
    /**
     * Compresses the plain bytes of a part.
     *
     * @param plain direct; consumed unless the encoder stops early
     * @param settings those of the part: without {@link StreamRecipe#MORE}, the piece ends with it
     * @param dst direct; the output begins at index 0. Its capacity is at least {@link StreamRecipe#bound}
     * @param expected if not null, the encoder stops soon after its output differs from these remaining bytes or exceeds them; it
     *     cannot be used any more then
     * @return the bytes of the output, 0 or more, or {@link Recipe#STOPPED}
     */
    int encode(ByteBuffer plain, int settings, ByteBuffer dst, @Nullable ByteBuffer expected);

    /** Frees native memory. */
    @Override
    void close();
}
