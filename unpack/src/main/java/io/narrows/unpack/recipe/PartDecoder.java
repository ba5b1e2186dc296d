package io.narrows.unpack.recipe;

import io.narrows.unpack.Refusal;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Decompresses a raw deflate stream in parts. Not thread-safe. */
public final class PartDecoder implements AutoCloseable {
    /** The native memory of a decoder. */
    public static final long HELD_BYTES = Workspace.INFLATER_BYTES;

    private static final int FIRST_RATIO = 4;

    private final Inflater inflater = new Inflater(true);

    /**
     * Decompresses a part.
     *
     * @param packed direct; its remaining bytes are the part
     * @param plain receives the plain bytes behind its position, which is advanced; it may be replaced by a larger buffer
     * @param most the most plain bytes of the part
     * @return the reason if the part is damaged or has more plain bytes, and cannot be continued; otherwise null
     */
    public @Nullable Refusal decode(ByteBuffer packed, GrowingBuffer plain, int most) {
        int from = plain.filled().position();
        int end = from + most + 1;
        int room = Math.min(end, from + FIRST_RATIO * packed.remaining() + 1);
        ByteBuffer dst = plain.grown(room).limit(room);
        inflater.setInput(packed);
        try {
            while (!inflater.finished()) {
                int added = inflater.inflate(dst);
                if (dst.position() == end) {
                    return Refusal.TOO_LARGE;
                }
                if (!dst.hasRemaining()) {
                    room = Math.min(end, 2 * room);
                    dst = plain.grown(room).limit(room);
                } else if (added == 0) {
                    return inflater.needsDictionary() ? Refusal.MALFORMED : null;
                }
            }
            return inflater.getRemaining() > 0 ? Refusal.MALFORMED : null;
        } catch (DataFormatException damaged) {
            return Refusal.MALFORMED;
        }
    }

    /** Returns whether the stream has ended. */
    public boolean finished() {
        return inflater.finished();
    }

    /** Frees native memory. */
    @Override
    public void close() {
        inflater.end();
    }
}
