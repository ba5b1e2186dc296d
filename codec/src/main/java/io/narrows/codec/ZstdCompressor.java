package io.narrows.codec;

import com.github.luben.zstd.ZstdCompressCtx;
import java.nio.ByteBuffer;

/**
 * One compressor of blocks. It always works in one pass, with room for the worst case: the library's streaming calls cost
 * more for each block, and a result that does not fit would be an exception.
 *
 * <p>One pass takes two direct buffers or two arrays. Where the caller's differ in kind, or the output is bounded closer
 * than the worst case, the result passes through a buffer of the kind of the source.
 */
final class ZstdCompressor {
    private final ZstdCompressCtx context;
    private final Scratch scratch = new Scratch();

    ZstdCompressor(ZstdCompressCtx context) {
        this.context = context;
    }

    /** As {@link BlockCodec#compress}. */
    int compress(ByteBuffer src, ByteBuffer dst) {
        int worst = ZstdBlocks.bound(src.remaining());
        if (src.isDirect() == dst.isDirect() && dst.remaining() >= worst) {
            int length = compressAlike(src, dst);
            src.position(src.limit());
            dst.position(dst.position() + length);
            return length;
        }
        ByteBuffer room = scratch.of(src.isDirect(), worst);
        int length = compressAlike(src, room);
        if (length > dst.remaining()) {
            return BlockCodec.DECLINED;
        }
        dst.put(room.limit(length));
        src.position(src.limit());
        return length;
    }

    private int compressAlike(ByteBuffer src, ByteBuffer dst) {
        int from = src.position();
        int to = dst.position();
        return src.isDirect()
                ? context.compressDirectByteBuffer(dst, to, dst.remaining(), src, from, src.remaining())
                : context.compressByteArray(
                        dst.array(),
                        dst.arrayOffset() + to,
                        dst.remaining(),
                        src.array(),
                        src.arrayOffset() + from,
                        src.remaining());
    }

    void close() {
        context.close();
    }
}
