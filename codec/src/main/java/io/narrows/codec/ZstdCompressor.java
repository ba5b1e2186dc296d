package io.narrows.codec;

import com.github.luben.zstd.ZstdCompressCtx;
import java.nio.ByteBuffer;

/**
 * Compresses blocks in a single pass, with room for the worst case: the library's streaming calls cost more per block, and
 * throw an exception if a result does not fit.
 *
 * <p>A pass uses two direct buffers or two arrays. If the caller's buffers differ in kind, or the output has less room than
 * the worst case, the result goes through a buffer of the source's kind.
 */
final class ZstdCompressor {
    private final ZstdCompressCtx context;
    private final Scratch scratch = new Scratch();

    ZstdCompressor(ZstdCompressCtx context) {
        this.context = context;
    }

    /** Compresses like {@link BlockCodec#compress}. */
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
