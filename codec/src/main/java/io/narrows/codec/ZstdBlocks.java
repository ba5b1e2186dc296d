package io.narrows.codec;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;

/**
 * {@code zstd} for blocks: one standard frame (RFC 8878) with its magic number and content size, without checksum. A
 * frame with a checksum is read as well.
 */
final class ZstdBlocks implements BlockCodec {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final int BOUND_MARGIN_BELOW = 128 << 10;

    private final CodecSpec spec;
    private final Contexts<ZstdCompressCtx> compressors;
    private final Contexts<ZstdDecompressCtx> decompressors;

    ZstdBlocks(CodecSpec spec) {
        this.spec = spec;
        // Capturing this would keep it reachable from its own cleaner.
        compressors = new Contexts<>(() -> configure(new ZstdCompressCtx(), spec), ZstdCompressCtx::close);
        decompressors = new Contexts<>(ZstdDecompressCtx::new, ZstdDecompressCtx::close);
        CLEANER.register(this, compressors::closeIdle);
        CLEANER.register(this, decompressors::closeIdle);
    }

    private static ZstdCompressCtx configure(ZstdCompressCtx context, CodecSpec spec) {
        return context.setLevel(spec.level()).setWindowLog(spec.windowLog());
    }

    /** {@code ZSTD_COMPRESSBOUND} of zstd.h. */
    static int bound(int length) {
        int margin = length < BOUND_MARGIN_BELOW ? BOUND_MARGIN_BELOW - length >>> 11 : 0;
        return length + (length >>> 8) + margin;
    }

    @Override
    public int maxCompressedLength(int length) {
        return bound(length);
    }

    /** The streaming call takes buffers of any kind, and says without an exception that the result does not fit. */
    @Override
    public int compress(ByteBuffer src, ByteBuffer dst) {
        int from = src.position();
        int to = dst.position();
        ZstdCompressCtx context = compressors.take();
        if (!context.compressByteBufferStream(dst, src, EndDirective.END)) {
            src.position(from);
            dst.position(to);
            context.reset();
            configure(context, spec);
            compressors.giveBack(context);
            return DECLINED;
        }
        compressors.giveBack(context);
        return dst.position() - to;
    }

    @Override
    public void decompress(ByteBuffer src, ByteBuffer dst, int length) throws MalformedDataException {
        Room.require(dst, length);
        ZstdLayout.checkWholeFrame(src);
        int written;
        ZstdDecompressCtx context = decompressors.take();
        try {
            written = decompress(context, src, dst, length);
        } catch (ZstdException e) {
            throw new MalformedDataException("zstd block is damaged: " + e.getMessage(), e);
        } finally {
            decompressors.giveBack(context);
        }
        if (written != length) {
            throw new MalformedDataException("zstd block of " + written + " bytes (expected: " + length + ")");
        }
        src.position(src.limit());
        dst.position(dst.position() + length);
    }

    /** In one pass, straight into the output: the window that the frame asks for is never allocated. */
    private static int decompress(ZstdDecompressCtx context, ByteBuffer src, ByteBuffer dst, int length) {
        int to = dst.position();
        int from = src.position();
        int size = src.remaining();
        if (src.isDirect()) {
            return dst.isDirect()
                    ? context.decompressDirectByteBuffer(dst, to, length, src, from, size)
                    : context.decompressDirectByteBufferToByteArray(
                            dst.array(), dst.arrayOffset() + to, length, src, from, size);
        }
        int start = src.arrayOffset() + from;
        return dst.isDirect()
                ? context.decompressByteArrayToDirectByteBuffer(dst, to, length, src.array(), start, size)
                : context.decompressByteArray(dst.array(), dst.arrayOffset() + to, length, src.array(), start, size);
    }
}
