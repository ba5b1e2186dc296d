package io.narrows.unpack.recipe;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.narrows.unpack.Refusal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Decompresses a zstd frame in parts. It gives out a block of up to 128 KiB once all of the block has come. */
final class ZstdPartDecoder implements PartDecoder {
    private static final int LARGEST_BLOCK = 128 << 10;
    private static final int FIRST_RATIO = 4;

    private final ZstdDecompressCtx context = new ZstdDecompressCtx();
    private boolean finished;

    private ZstdPartDecoder() {}

    /** The library allocates the window that a frame requests, so that no larger one than those of the recipes is accepted. */
    static @Nullable ZstdPartDecoder begin(ByteBuffer packed, Charge charge) {
        ZstdFrameHeader header = ZstdFrameHeader.of(packed.duplicate().order(ByteOrder.LITTLE_ENDIAN));
        if (header == null || header.hasDictionary() || header.windowSize() > ZstdStreamRecipe.LARGEST_WINDOW) {
            return null;
        }
        charge.take(heldBytes(header.windowSize()));
        return new ZstdPartDecoder();
    }

    /** Returns the native memory of a decoder: its state, a block that comes, and the window with two blocks behind it. */
    static long heldBytes(long windowSize) {
        return Workspace.ZSTD_DECODER_BYTES + windowSize + 3L * LARGEST_BLOCK;
    }

    @Override
    public @Nullable Refusal decode(ByteBuffer packed, GrowingBuffer plain, int most) {
        if (!packed.hasRemaining()) {
            return null; // the library counts calls without progress
        }
        int from = plain.filled().position();
        int end = from + most + 1;
        int room = Math.min(end, from + FIRST_RATIO * packed.remaining() + 1);
        ByteBuffer dst = plain.grown(room).limit(room);
        try {
            while (!finished) {
                finished = context.decompressDirectByteBufferStream(dst, packed);
                if (dst.position() == end) {
                    return Refusal.TOO_LARGE;
                }
                if (dst.hasRemaining()) {
                    break; // nothing is left in the window
                }
                room = Math.min(end, 2 * room);
                dst = plain.grown(room).limit(room);
            }
            return packed.hasRemaining() ? Refusal.MALFORMED : null;
        } catch (ZstdException damaged) {
            return Refusal.MALFORMED;
        }
    }

    @Override
    public boolean finished() {
        return finished;
    }

    @Override
    public void close() {
        context.close();
    }
}
