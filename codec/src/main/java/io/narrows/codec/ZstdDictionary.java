package io.narrows.codec;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import org.jspecify.annotations.Nullable;

/**
 * A dictionary in zstd's digested forms. Each is created once for all contexts; the much larger one for compression only
 * when the first context needs it. Safe for use by many threads.
 */
final class ZstdDictionary {
    private final byte[] bytes;
    private final int level;
    private final ZstdDictDecompress forDecompression;
    private @Nullable ZstdDictCompress forCompression;
    private volatile boolean closed;

    /**
     * @param bytes kept; unless they start like zstd's own dictionaries, they are plain content to refer to
     * @throws MalformedDataException if the bytes start like zstd's own dictionaries but are not valid
     */
    ZstdDictionary(byte[] bytes, int level) throws MalformedDataException {
        this.bytes = bytes;
        this.level = level;
        try {
            forDecompression = new ZstdDictDecompress(bytes);
        } catch (IllegalStateException e) {
            throw new MalformedDataException("zstd dictionary of " + bytes.length + " bytes is damaged", e);
        }
    }

    synchronized void loadInto(ZstdCompressCtx context) {
        requireOpen();
        if (forCompression == null) {
            forCompression = new ZstdDictCompress(bytes, level);
        }
        context.loadDict(forCompression);
    }

    void loadInto(ZstdDecompressCtx context) {
        requireOpen();
        context.loadDict(forDecompression);
    }

    /** Throws if closed. The library refuses a closed dictionary too, but the context can then never be closed. */
    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the dictionary is closed");
        }
    }

    /** Frees native memory. Contexts into which it was loaded must no longer be used. */
    synchronized void close() {
        closed = true;
        forDecompression.close();
        if (forCompression != null) {
            forCompression.close();
        }
    }
}
