package io.narrows.codec;

import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryName;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Dictionary} for contexts of streams, which share its digested forms. Contexts that use it continue after it is closed; the last
 * one frees its native memory. Safe for use by many threads.
 */
public final class StreamDictionary implements AutoCloseable {
    private final Dictionary dictionary;
    private final @Nullable ZstdDigests zstd;
    private @Nullable Lz4Dictionary lz4;
    private boolean closed;

    StreamDictionary(Dictionary dictionary, @Nullable ZstdDigests zstd) {
        this.dictionary = dictionary;
        this.zstd = zstd;
    }

    /** Returns the name of the dictionary. */
    public DictionaryName name() {
        return dictionary.name();
    }

    /** Returns the bytes that serve as history, for a context, in a buffer of its own. */
    synchronized ByteBuffer content() {
        requireOpen();
        return dictionary.content();
    }

    /** Returns zstd's digests for a context, which must release them. */
    synchronized ZstdDigests useZstd() {
        requireOpen();
        ZstdDigests digests = Objects.requireNonNull(zstd, "zstd is not available");
        digests.use();
        return digests;
    }

    /** Returns the form for contexts of LZ4, which may keep it. */
    synchronized Lz4Dictionary lz4() {
        requireOpen();
        if (lz4 == null) {
            byte[] bytes = new byte[dictionary.content().remaining()];
            dictionary.content().get(bytes);
            lz4 = new Lz4Dictionary(bytes);
        }
        return lz4;
    }

    /** Returns the most that the dictionary and its digested forms take now, without contexts, in bytes. */
    public synchronized long memoryBytes() {
        return dictionary.length() + (zstd == null ? 0 : zstd.memoryBytes()) + (lz4 == null ? 0 : lz4.memoryBytes());
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("dictionary " + dictionary + " is closed");
        }
    }

    /** No context may begin to use it afterwards. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            if (zstd != null) {
                zstd.release();
            }
        }
    }
}
