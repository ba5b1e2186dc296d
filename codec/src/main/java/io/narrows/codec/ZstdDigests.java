package io.narrows.codec;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A dictionary in zstd's digested forms, which contexts refer to for as long as they live: one for decompression, and one for compression at
 * each level, created when its first context begins. Native memory is freed after the last release. Safe for use by many threads.
 */
final class ZstdDigests {
    /** The level with the smallest tables. */
    private static final int VALIDATING_LEVEL = 1;

    private final byte[] bytes;
    private final ZstdDictDecompress forDecompression;
    private final Map<Integer, ZstdDictCompress> forCompression = new ConcurrentHashMap<>();

    /** The contexts, and the creator. */
    private int users = 1;

    /** @throws MalformedDataException if zstd refuses the bytes */
    ZstdDigests(byte[] bytes) throws MalformedDataException {
        this.bytes = bytes;
        try {
            new ZstdDictCompress(bytes, VALIDATING_LEVEL).close(); // checks more of the header than decompression does
            forDecompression = new ZstdDictDecompress(bytes);
        } catch (IllegalStateException e) {
            throw new MalformedDataException("zstd dictionary of " + bytes.length + " bytes is damaged", e);
        }
    }

    /** Keeps the digests until {@link #release}; called by their owner, or by a context before its first use. */
    synchronized void use() {
        if (users == 0) {
            throw new IllegalStateException("the dictionary is closed");
        }
        users++;
    }

    synchronized void release() {
        users--;
        if (users == 0) {
            forDecompression.close();
            forCompression.values().forEach(ZstdDictCompress::close);
        }
    }

    /** Makes a context of a user refer to the digest for its level. The first one at a level creates it, which takes up to some milliseconds. */
    void loadInto(ZstdCompressCtx context, int level) {
        context.loadDict(forCompression.computeIfAbsent(level, of -> new ZstdDictCompress(bytes, of)));
    }

    /** Makes a context of a user refer to the digest. */
    void loadInto(ZstdDecompressCtx context) {
        context.loadDict(forDecompression);
    }

    /** Returns the most that the bytes and the digests of them take now, in bytes. */
    long memoryBytes() {
        return bytes.length
                + ZstdTuning.digestBytes(bytes.length)
                + forCompression.keySet().stream()
                        .mapToLong(level -> ZstdTuning.digestBytes(level, bytes.length))
                        .sum();
    }
}
