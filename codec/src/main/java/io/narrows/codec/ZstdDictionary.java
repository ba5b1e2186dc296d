package io.narrows.codec;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;

/**
 * A dictionary in the forms that zstd works with. Each is digested once, for all contexts; the one for compression, which
 * is much larger, when the first of them needs it. Safe for use by many threads.
 */
final class ZstdDictionary {
    private final byte[] bytes;
    private final int level;
    private final ZstdDictDecompress forDecompression;
    private ZstdDictCompress forCompression;
    private volatile boolean closed;

    /**
     * @param bytes is kept; what does not begin as zstd's own dictionaries do is content to refer to
     * @throws MalformedDataException when the bytes begin as zstd's own dictionaries do, and are none
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

    /** The library refuses a closed one too, but after that the context can never be closed. */
    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the dictionary is closed");
        }
    }

    /** Gives native memory back. No context that it was loaded into may be used any more. */
    synchronized void close() {
        closed = true;
        forDecompression.close();
        if (forCompression != null) {
            forCompression.close();
        }
    }
}
