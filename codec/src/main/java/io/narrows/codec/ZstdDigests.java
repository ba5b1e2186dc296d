package io.narrows.codec;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A dictionary in zstd's digested forms, which contexts refer to for as long as they live: one for decompression, and one for compression at
 * each level, created when its first context begins. Native memory is freed after the last release. Safe for use by many threads.
 */
final class ZstdDigests {
    /** The level with the smallest tables. */
    private static final int VALIDATING_LEVEL = 1;

    private final byte[] bytes;
    private final ZstdDictDecompress forDecompression;
    private final Map<Integer, CompletableFuture<ZstdDictCompress>> forCompression = new ConcurrentHashMap<>();
    private final IntFunction<ZstdDictCompress> digest;

    /** The contexts, and the creator. */
    private final Users users;

    /**
     * @param freed run after the native memory was freed, by the thread of the last user
     * @throws MalformedDataException if zstd refuses the bytes
     */
    ZstdDigests(byte[] bytes, Runnable freed) throws MalformedDataException {
        this(bytes, freed, level -> new ZstdDictCompress(bytes, level));
    }

    /** @param digest creates the digest for a level */
    ZstdDigests(byte[] bytes, Runnable freed, IntFunction<ZstdDictCompress> digest) throws MalformedDataException {
        this.bytes = bytes;
        this.digest = digest;
        this.users = new Users(() -> {
            free();
            freed.run();
        });
        try {
            new ZstdDictCompress(bytes, VALIDATING_LEVEL).close(); // checks more of the header than decompression does
            forDecompression = new ZstdDictDecompress(bytes);
        } catch (IllegalStateException e) {
            throw new MalformedDataException("zstd dictionary of " + bytes.length + " bytes is damaged", e);
        }
    }

    /** Keeps the digests until {@link #release}; called by their owner, or by a context before its first use. */
    void use() {
        users.add();
    }

    void release() {
        users.remove();
    }

    private void free() {
        forDecompression.close();
        forCompression.values().forEach(digested -> digested.join().close());
    }

    /**
     * Configures a native context with the digests of a dictionary, which it uses from then on. If that fails, frees the context.
     *
     * @param dictionary null for none
     * @param configuration configures the context with the digests; null for none
     * @param close closes the context
     * @return the digests, to be {@linkplain #free freed} with the context; null for none
     */
    static @Nullable ZstdDigests load(
            @Nullable StreamDictionary dictionary, Consumer<@Nullable ZstdDigests> configuration, Runnable close) {
        ZstdDigests digests = null;
        try {
            digests = dictionary == null ? null : dictionary.useZstd();
            configuration.accept(digests);
            return digests;
        } catch (RuntimeException | Error e) {
            free(digests, close);
            throw e;
        }
    }

    /** Frees a native context, and then the digests that it used; null for none. */
    static void free(@Nullable ZstdDigests digests, Runnable close) {
        close.run();
        if (digests != null) {
            digests.release();
        }
    }

    /** Makes a context of a user refer to the digest for its level. The first one at a level creates it, which takes up to some milliseconds. */
    void loadInto(ZstdCompressCtx context, int level) {
        context.loadDict(forLevel(level));
    }

    /** Returns whether the digest for a level of compression exists. */
    boolean hasLevel(int level) {
        CompletableFuture<ZstdDictCompress> digested = forCompression.get(level);
        return digested != null && digested.isDone();
    }

    /** Creates the digest for a level, for a user, unless another thread does. */
    void prepare(int level) {
        begin(level);
    }

    /** Returns the digest for a level, for a user; waits if another thread creates it. */
    ZstdDictCompress forLevel(int level) {
        return begin(level).join();
    }

    /** Creates the digest for a level unless another thread does, without a lock of the map, which other levels share. */
    private CompletableFuture<ZstdDictCompress> begin(int level) {
        CompletableFuture<ZstdDictCompress> known = forCompression.get(level);
        if (known != null) {
            return known;
        }
        CompletableFuture<ZstdDictCompress> begun = new CompletableFuture<>();
        known = forCompression.putIfAbsent(level, begun);
        if (known != null) {
            return known;
        }
        try {
            begun.complete(digest.apply(level));
        } catch (RuntimeException | Error e) {
            forCompression.remove(level);
            begun.completeExceptionally(e);
            throw e;
        }
        return begun;
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
