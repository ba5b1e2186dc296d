package io.narrows.codec;

import io.narrows.codec.dense.FrameEncoder;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The codecs, with their fixed ids and their traits. An id is part of the link protocol; it must never change or be reused. Code
 * outside this package queries a codec's traits. ARCHITECTURE.md lists the files that a new codec changes.
 */
public enum Codec {
    NONE(0, "none", Trait.BLOCKS),
    GZIP(1, "gzip", Trait.LIBRARY, Trait.BLOCKS, Trait.DICTIONARIES, Trait.HISTORY, Trait.ENTROPY_CODING),
    SNAPPY(2, "snappy", Trait.LIBRARY, Trait.BLOCKS),
    LZ4(
            3,
            "lz4",
            Trait.LIBRARY,
            Trait.BLOCKS,
            Trait.DICTIONARIES,
            Trait.STREAM_DICTIONARIES,
            Trait.HISTORY,
            Trait.HEAP),
    LZ4HC(
            4,
            "lz4hc",
            Trait.LIBRARY,
            Trait.BLOCKS,
            Trait.DICTIONARIES,
            Trait.STREAM_DICTIONARIES,
            Trait.HISTORY,
            Trait.HEAP),
    ZSTD(
            5,
            "zstd",
            Trait.LIBRARY,
            Trait.BLOCKS,
            Trait.DICTIONARIES,
            Trait.TRAINED_DICTIONARIES,
            Trait.STREAM_DICTIONARIES,
            Trait.HISTORY,
            Trait.ENTROPY_CODING,
            Trait.LIMITED_WINDOW),
    DENSE(
            6,
            "dense",
            Trait.STREAM_DICTIONARIES,
            Trait.HISTORY,
            Trait.ENTROPY_CODING,
            Trait.LIMITED_WINDOW,
            Trait.SHARED_HISTORY,
            Trait.HEAP,
            Trait.JAVA);

    /** The largest id that fits in a frame. */
    private static final int MAX_ID = 15;

    private enum Trait {
        LIBRARY,
        BLOCKS,
        DICTIONARIES,
        TRAINED_DICTIONARIES,
        STREAM_DICTIONARIES,
        HISTORY,
        ENTROPY_CODING,
        LIMITED_WINDOW,
        SHARED_HISTORY,
        HEAP,
        JAVA
    }

    private static final Codec[] BY_ID = new Codec[MAX_ID + 1];

    static {
        for (Codec codec : values()) {
            BY_ID[codec.id] = codec;
        }
    }

    private final int id;
    private final String label;
    private final Set<Trait> traits;

    Codec(int id, String label, Trait... traits) {
        this.id = id;
        this.label = label;
        Collection<Trait> present = Arrays.asList(traits);
        this.traits = EnumSet.copyOf(present);
    }

    /** Returns the frozen id, 0 to 15. */
    public int id() {
        return id;
    }

    /** Returns the name in policies, metrics and messages. */
    public String label() {
        return label;
    }

    /** Returns the codecs that {@linkplain #hasBlocks have blocks}. */
    public static List<Codec> ofBlocks() {
        return Arrays.stream(values()).filter(Codec::hasBlocks).toList();
    }

    /** Returns whether a native library does the work, which may fail to load. */
    public boolean usesLibrary() {
        return traits.contains(Trait.LIBRARY);
    }

    /** Returns whether the codec compresses single buffers, such as blocks of SST files, and not only streams. */
    public boolean hasBlocks() {
        return traits.contains(Trait.BLOCKS);
    }

    /** Returns whether blocks may refer to a dictionary. */
    public boolean usesDictionaries() {
        return traits.contains(Trait.DICTIONARIES);
    }

    /** Returns whether dictionaries can be {@linkplain ZstdDictionaries#train trained} for the codec. */
    public boolean trainsDictionaries() {
        return traits.contains(Trait.TRAINED_DICTIONARIES);
    }

    /** Returns whether the context of a stream may begin with a {@link StreamDictionary}. */
    public boolean beginsWithDictionary() {
        return traits.contains(Trait.STREAM_DICTIONARIES);
    }

    /** Returns whether a stream keeps history across frames, so that a policy may limit its window. */
    public boolean keepsHistory() {
        return traits.contains(Trait.HISTORY);
    }

    /** Returns whether frequent symbols take fewer bits, so that data without repetitions may shrink, too. */
    public boolean codesEntropy() {
        return traits.contains(Trait.ENTROPY_CODING);
    }

    /** Returns whether a decoder limits the window that an encoder may use; other codecs' windows are always small. */
    public boolean limitsWindow() {
        return traits.contains(Trait.LIMITED_WINDOW);
    }

    /** Returns whether a context can learn bytes that other streams carried. */
    public boolean sharesHistory() {
        return traits.contains(Trait.SHARED_HISTORY);
    }

    /** Returns whether the contexts of streams are on the Java heap; those of the others are native memory. */
    public boolean usesHeap() {
        return traits.contains(Trait.HEAP);
    }

    /** Returns whether the codec runs in Java alone, so that it is slow until the JVM has compiled it. */
    public boolean isJava() {
        return traits.contains(Trait.JAVA);
    }

    /**
     * Returns the version of the stream format that a decoder must support for every level but level 0 of dense: 1 unless the
     * format has changed.
     */
    public int format() {
        return this == DENSE ? FrameEncoder.VERSION_1 : 1;
    }

    /** Returns all versions of the stream format that this process reads. */
    public List<Integer> formats() {
        return this == DENSE ? List.of(FrameEncoder.VERSION_1, FrameEncoder.VERSION_2) : List.of(format());
    }

    /**
     * Returns the codec that replaces this one if its library cannot be loaded or the peer does not have it; empty for {@link
     * #NONE}, where every chain ends.
     */
    public Optional<Codec> fallback() {
        return Optional.ofNullable(
                switch (this) {
                    case LZ4HC, LZ4 -> SNAPPY;
                    case DENSE -> ZSTD;
                    case ZSTD -> GZIP;
                    case SNAPPY, GZIP -> NONE;
                    case NONE -> null;
                });
    }

    /**
     * Returns the codec of a frozen id.
     *
     * @throws MalformedDataException if no codec has that id
     */
    public static Codec ofId(int id) throws MalformedDataException {
        Codec codec = id < 0 || id > MAX_ID ? null : BY_ID[id];
        if (codec == null) {
            throw new MalformedDataException(
                    "unknown codec id: " + id + " (expected: 0-" + (values().length - 1) + ")");
        }
        return codec;
    }
}
