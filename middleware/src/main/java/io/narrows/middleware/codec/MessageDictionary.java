package io.narrows.middleware.codec;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import io.narrows.codec.Codec;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A zstd dictionary, for services whose messages are small and similar. Both ends need the same one, so its id is part of
 * the encoding's name: a peer without the dictionary does not know the encoding. Safe for use by many threads.
 */
public final class MessageDictionary {
    private final long id;
    private final byte[] bytes;
    private final ZstdDictDecompress decompressing;
    private final Map<Integer, ZstdDictCompress> compressing = new ConcurrentHashMap<>();

    private MessageDictionary(long id, byte[] bytes) {
        this.id = id;
        this.bytes = bytes;
        this.decompressing = new ZstdDictDecompress(bytes);
    }

    /**
     * Reads a dictionary written by {@code zstd --train} or {@link io.narrows.codec.ZstdDictionaries#train}.
     *
     * @throws IllegalArgumentException if it is not a dictionary, or has no id
     */
    public static MessageDictionary of(byte[] dictionary) {
        long id = Zstd.getDictIdFromDict(dictionary);
        if (id == 0) {
            throw new IllegalArgumentException("dictionary of " + dictionary.length
                    + " bytes without an id (expected: a dictionary trained by zstd)");
        }
        try {
            return new MessageDictionary(id, dictionary.clone());
        } catch (IllegalStateException e) {
            throw new IllegalArgumentException(
                    "dictionary " + id + " of " + dictionary.length + " bytes is damaged", e);
        }
    }

    /** Returns the id assigned by zstd, which its frames contain. */
    public long id() {
        return id;
    }

    /** Returns the name in {@code grpc-encoding}: {@code zstd-dict-} and the id in decimal digits. */
    public String encoding() {
        return EncodingName.of(Codec.ZSTD) + "-dict-" + id;
    }

    ZstdDictDecompress decompressing() {
        return decompressing;
    }

    /** Returns the dictionary for compression at a level, digested once per level. */
    ZstdDictCompress compressing(int level) {
        return compressing.computeIfAbsent(level, key -> new ZstdDictCompress(bytes, key));
    }
}
