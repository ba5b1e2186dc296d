package io.narrows.codec;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictDecompress;
import com.github.luben.zstd.ZstdException;
import java.nio.ByteBuffer;

/** Decompresses blocks in a single pass, directly into the output: the window that a frame requests is never allocated. */
final class ZstdDecompressor {
    private final ZstdDecompressCtx context = new ZstdDecompressCtx();

    /** Decompresses all remaining bytes of {@code src} into {@code dst}, without moving their positions. */
    void decompress(ByteBuffer src, ByteBuffer dst, int length) throws MalformedDataException {
        int written;
        try {
            written = intoRoom(src, dst, length);
        } catch (ZstdException e) {
            throw new MalformedDataException("zstd block is damaged: " + e.getMessage(), e);
        }
        if (written != length) {
            throw new MalformedDataException("zstd block of " + written + " bytes (expected: " + length + ")");
        }
    }

    /**
     * Decompresses a block that refers to a dictionary. The dictionary is not digested again. It is not referenced
     * afterwards, so that it can be closed.
     */
    void decompress(ByteBuffer src, ByteBuffer dst, int length, ZstdDictionary dictionary)
            throws MalformedDataException {
        dictionary.loadInto(context);
        try {
            decompress(src, dst, length);
        } finally {
            context.loadDict((ZstdDictDecompress) null);
        }
    }

    private int intoRoom(ByteBuffer src, ByteBuffer dst, int length) {
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

    void close() {
        context.close();
    }
}
