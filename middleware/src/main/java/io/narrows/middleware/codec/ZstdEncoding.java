package io.narrows.middleware.codec;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import io.narrows.codec.CodecSpec;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A native context that writes zstd frames one at a time. Not thread-safe. */
final class ZstdEncoding implements AutoCloseable {
    private static final int BUFFER = 32 * 1024;

    private final ZstdCompressCtx context = new ZstdCompressCtx();
    private final ByteBuffer src = ByteBuffer.allocateDirect(2 * BUFFER);
    private final ByteBuffer dst = ByteBuffer.allocateDirect(BUFFER);
    private final byte[] written = new byte[BUFFER];

    /** @param dictionary null for none; it has its own level */
    void prepare(CodecSpec spec, @Nullable ZstdDictCompress dictionary) {
        context.reset();
        context.setLevel(spec.level()).setWindowLog(spec.windowLog());
        if (dictionary != null) {
            context.loadDict(dictionary);
        }
        src.clear();
    }

    ZstdCompressCtx context() {
        return context;
    }

    /** Returns the input buffer. A message that fits is compressed in one call, and its frame declares its size. */
    ByteBuffer src() {
        return src;
    }

    ByteBuffer dst() {
        return dst;
    }

    /** Returns an array for copying from {@link #dst} to a stream. */
    byte[] written() {
        return written;
    }

    @Override
    public void close() {
        context.close();
    }
}
