package io.narrows.codec;

import io.narrows.codec.dense.ContextState;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryName;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Dictionary} for contexts of streams, which share its digested forms. Contexts that use it continue after it is closed; the last
 * one frees its native memory. Safe for use by many threads.
 */
public final class StreamDictionary implements AutoCloseable {
    /** The highest level of dense whose contexts can begin from the state of a dictionary's frames. */
    private static final int MAX_LEVEL_WITH_FRAMES = 2;

    /** Bound of what a dictionary of the largest size takes with zstd's digest for decoders, in bytes. */
    private static final long MAX_FIRST_BYTES = 512 << 10;

    private final Dictionary dictionary;
    private final @Nullable ZstdDigests zstd;
    private final @Nullable ContextState framesState;
    private final Lz4Form lz4;
    private final Users handles;
    private final LongAdder contexts;
    private boolean closed;

    /**
     * @param framesState the state that the dictionary's frames leave; null if it has none
     * @param released run by the thread that closes the last handle
     */
    StreamDictionary(
            Dictionary dictionary, @Nullable ZstdDigests zstd, @Nullable ContextState framesState, Runnable released) {
        this(dictionary, zstd, framesState, new Lz4Form(dictionary), new Users(released), new LongAdder());
    }

    private StreamDictionary(
            Dictionary dictionary,
            @Nullable ZstdDigests zstd,
            @Nullable ContextState framesState,
            Lz4Form lz4,
            Users handles,
            LongAdder contexts) {
        this.dictionary = dictionary;
        this.zstd = zstd;
        this.framesState = framesState;
        this.lz4 = lz4;
        this.handles = handles;
        this.contexts = contexts;
    }

    /** The form of a dictionary for encoders of {@code lz4}, digested when it is first used. */
    private static final class Lz4Form {
        private final Dictionary dictionary;
        private volatile @Nullable Lz4Dictionary digested;

        Lz4Form(Dictionary dictionary) {
            this.dictionary = dictionary;
        }

        boolean isDigested() {
            return digested != null;
        }

        /** Returns the form; waits if another thread digests it. */
        Lz4Dictionary digested() {
            Lz4Dictionary known = digested;
            return known == null ? digest() : known;
        }

        private synchronized Lz4Dictionary digest() {
            Lz4Dictionary known = digested;
            if (known == null) {
                byte[] bytes = new byte[dictionary.content().remaining()];
                dictionary.content().get(bytes);
                known = new Lz4Dictionary(bytes);
                digested = known;
            }
            return known;
        }

        long memoryBytes() {
            Lz4Dictionary known = digested;
            return known == null ? 0 : known.memoryBytes();
        }
    }

    /**
     * Returns another handle of the same dictionary and its digested forms, for contexts that may begin after this one is closed. It must be
     * closed, too.
     *
     * @return null if this one is closed
     */
    public synchronized @Nullable StreamDictionary share() {
        if (closed) {
            return null;
        }
        handles.add();
        return new StreamDictionary(dictionary, zstd, framesState, lz4, handles, contexts);
    }

    /**
     * Returns the most memory that {@link Codecs#dictionary(Dictionary)} takes at any time, in bytes, with a dictionary of the largest size and
     * until the first encoder uses it.
     *
     * @param hasFrames whether the dictionary has frames of dense, whose decoder takes most of it
     */
    public static long firstBytes(boolean hasFrames) {
        return MAX_FIRST_BYTES + (hasFrames ? DictionaryFrames.maxBytes() : 0);
    }

    /** Returns the name of the dictionary. */
    public DictionaryName name() {
        return dictionary.name();
    }

    /** Returns the dictionary as it is stored and sent. */
    public Dictionary dictionary() {
        return dictionary;
    }

    /**
     * Returns whether a context begins with a dictionary whose name has the first four bytes of this one's.
     *
     * @param firstFrame the first frame of the context, of a codec that {@linkplain Codec#beginsWithDictionary takes dictionaries}; its
     *     position is not changed
     */
    public boolean isNamedBy(ByteBuffer firstFrame) {
        return DictionaryMark.names(firstFrame, this);
    }

    /** Returns the bytes that serve as history, for a context, in a buffer of its own. */
    synchronized ByteBuffer content() {
        requireOpen();
        contexts.increment();
        return dictionary.content();
    }

    /** Returns the state that the frames of the dictionary leave, which contexts of dense may begin from; null if it has none. */
    @Nullable
    ContextState framesState() {
        return framesState;
    }

    /** Returns the state from which contexts with a specification begin; null for other codecs, or if they begin with content in their window. */
    public @Nullable ContextState initialState(CodecSpec spec) {
        return usesFrames(spec) ? framesState : null;
    }

    /** Returns whether contexts with a specification begin from the state of a dictionary's frames, if it has some. */
    public static boolean usesFrames(CodecSpec spec) {
        return spec.codec() == Codec.DENSE && spec.level() <= MAX_LEVEL_WITH_FRAMES;
    }

    /** Returns zstd's digests for a context, which must release them. */
    synchronized ZstdDigests useZstd() {
        requireOpen();
        ZstdDigests digests = Objects.requireNonNull(zstd, "zstd is not available");
        digests.use();
        contexts.increment();
        return digests;
    }

    /** Returns the form for encoders of {@code lz4}, which may keep it. */
    Lz4Dictionary lz4() {
        begin();
        return lz4.digested();
    }

    private synchronized void begin() {
        requireOpen();
        contexts.increment();
    }

    /**
     * Returns whether an encoder can be created without digesting the dictionary for it first, which for zstd takes up to some milliseconds,
     * and for lz4 a fraction of one. {@link #prepare} does that.
     *
     * @param spec of a codec that {@linkplain Codec#beginsWithDictionary takes dictionaries}
     */
    public boolean isPrepared(CodecSpec spec) {
        return switch (spec.codec()) {
            case ZSTD -> zstd == null || zstd.hasLevel(spec.level());
            case LZ4 -> lz4.isDigested();
            default -> true;
        };
    }

    /** Returns the most memory that {@link #prepare} takes with a specification, in bytes; 0 if it has nothing to do. */
    public long digestBytes(CodecSpec spec) {
        if (isPrepared(spec)) {
            return 0;
        }
        return spec.codec() == Codec.LZ4
                ? Lz4Dictionary.memoryBytes(dictionary.content().remaining())
                : ZstdTuning.digestBytes(spec.level(), dictionary.shared().remaining());
    }

    /**
     * Digests the dictionary for encoders with a specification; does nothing if it is closed, or if another thread is digesting it for zstd at
     * that level.
     */
    public void prepare(CodecSpec spec) {
        if (isPrepared(spec)) {
            return;
        }
        try (StreamDictionary open = share()) {
            if (open != null && spec.codec() == Codec.LZ4) {
                open.lz4.digested();
            } else if (open != null && open.zstd != null) {
                open.zstd.prepare(spec.level());
            }
        }
    }

    /** Returns how many encoders and decoders were created with the dictionary, by any of its handles. */
    public long contexts() {
        return contexts.sum();
    }

    /** Returns the most that the dictionary and its digested forms take now, without contexts, in bytes. */
    public synchronized long memoryBytes() {
        return dictionary.memoryBytes()
                + (zstd == null ? 0 : zstd.memoryBytes())
                + (framesState == null ? 0 : framesState.memoryBytes())
                + lz4.memoryBytes();
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("dictionary " + dictionary + " is closed");
        }
    }

    /** No context may begin to use it afterwards, other than by a handle that it was {@linkplain #share shared} by. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            handles.remove();
        }
    }
}
