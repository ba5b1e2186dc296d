package io.narrows.codec;

import java.util.Arrays;
import java.util.List;

/**
 * The codecs and their ids. An id travels in frames and hellos and will stand in files: it is frozen and must never
 * change or be given again.
 */
public enum Codec {
    NONE(0, "none"),
    GZIP(1, "gzip"),
    SNAPPY(2, "snappy"),
    LZ4(3, "lz4"),
    LZ4HC(4, "lz4hc"),
    ZSTD(5, "zstd"),
    DENSE(6, "dense");

    private static final Codec[] BY_ID = values();

    private final int id;
    private final String label;

    Codec(int id, String label) {
        this.id = id;
        this.label = label;
    }

    /** The frozen id, 0 to 15. */
    public int id() {
        return id;
    }

    /** The name in policies, metrics and messages. */
    public String label() {
        return label;
    }

    /** The codecs that {@linkplain #hasBlocks have blocks}. */
    public static List<Codec> ofBlocks() {
        return Arrays.stream(BY_ID).filter(Codec::hasBlocks).toList();
    }

    /** Whether it compresses single buffers too, and not only streams. */
    public boolean hasBlocks() {
        return this != DENSE;
    }

    /**
     * The codec of a frozen id.
     *
     * @throws MalformedDataException when no codec has that id
     */
    public static Codec ofId(int id) throws MalformedDataException {
        if (id < 0 || id >= BY_ID.length) {
            throw new MalformedDataException("unknown codec id: " + id + " (expected: 0-" + (BY_ID.length - 1) + ")");
        }
        return BY_ID[id];
    }
}
