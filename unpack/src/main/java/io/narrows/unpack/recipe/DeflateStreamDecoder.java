package io.narrows.unpack.recipe;

import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.Refusal;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Decompresses a raw deflate stream, which does not declare its length: the buffer grows with it. */
final class DeflateStreamDecoder implements PieceDecoder {
    private static final int FIRST_RATIO = 4;

    @Override
    public @Nullable Refusal decode(ByteBuffer packed, PieceLimits limits, Workspace workspace) {
        int size = packed.remaining();
        int most = limits.mostPlain(size);
        int room = room(FIRST_RATIO * size, most);
        ByteBuffer plain = workspace.plain().cleared(room).limit(room);
        Inflater inflater = workspace.inflater();
        try {
            inflater.setInput(packed.duplicate());
            while (true) {
                int added = inflater.inflate(plain);
                if (inflater.finished()) {
                    plain.flip();
                    return inflater.getRemaining() > 0 ? Refusal.MALFORMED : limits.refusal(plain.limit(), size);
                }
                if (plain.position() > most) {
                    return limits.refusal(plain.position(), size);
                }
                if (!plain.hasRemaining()) {
                    room = room(2 * room, most);
                    plain = workspace.plain().grown(room).limit(room);
                } else if (added == 0) {
                    return Refusal.MALFORMED; // truncated, or in need of a dictionary
                }
            }
        } catch (DataFormatException damaged) {
            return Refusal.MALFORMED;
        } finally {
            inflater.reset();
        }
    }

    /** Returns the room to allocate: one byte more than the most shows that the stream exceeds its limit. */
    private static int room(int wanted, int most) {
        return wanted < most / 2 ? wanted : most + 1;
    }
}
