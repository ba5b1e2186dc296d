package io.narrows.unpack.recipe;

import io.narrows.unpack.Refusal;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Decompresses a raw deflate stream in parts. */
final class DeflatePartDecoder implements PartDecoder {
    private static final int FIRST_RATIO = 4;

    private final Inflater inflater = new Inflater(true);

    private DeflatePartDecoder() {}

    static DeflatePartDecoder begin(Charge charge) {
        charge.take(Workspace.INFLATER_BYTES);
        return new DeflatePartDecoder();
    }

    @Override
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

    @Override
    public boolean finished() {
        return inflater.finished();
    }

    @Override
    public void close() {
        inflater.end();
    }
}
