package io.narrows.storage.sst.compress;

import io.narrows.codec.Codec;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The compression type of a block. The ids are part of the file format and must not change (RocksDB's
 * {@code CompressionType}).
 */
public enum CompressionType {
    NONE(0, "NoCompression", Codec.NONE),
    SNAPPY(1, "Snappy", Codec.SNAPPY),
    ZLIB(2, "Zlib", Codec.GZIP),
    BZIP2(3, "BZip2", null),
    LZ4(4, "LZ4", Codec.LZ4),
    LZ4HC(5, "LZ4HC", Codec.LZ4HC),
    XPRESS(6, "Xpress", null),
    ZSTD(7, "ZSTD", Codec.ZSTD);

    private static final CompressionType[] BY_ID = new CompressionType[256];

    static {
        for (CompressionType type : values()) {
            BY_ID[type.id] = type;
        }
    }

    private final int id;
    private final String rocksName;
    private final @Nullable Codec codec;

    CompressionType(int id, String rocksName, @Nullable Codec codec) {
        this.id = id;
        this.rocksName = rocksName;
        this.codec = codec;
    }

    /** Returns the type byte of a block, 0 to 7. */
    public int id() {
        return id;
    }

    /** Returns the name in the property {@code rocksdb.compression} of format versions below 7. */
    public String rocksName() {
        return rocksName;
    }

    /** Returns the name for messages and tables. */
    public String label() {
        return codec == null ? rocksName.toLowerCase(Locale.ROOT) : codec.label();
    }

    /** Returns the codec for such blocks; empty for types that Narrows does not write. */
    public Optional<Codec> codec() {
        return Optional.ofNullable(codec);
    }

    /** @throws IllegalArgumentException if the codec {@linkplain Codec#hasBlocks has no blocks} */
    public static CompressionType of(Codec codec) {
        return Arrays.stream(values())
                .filter(type -> type.codec == codec)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(codec.label()
                        + (codec.hasBlocks() ? " has no compression type" : " compresses streams only, not blocks")));
    }

    /**
     * Returns whether decompressing a block with this type byte takes several times as long as searching it for a key; false
     * for unknown types.
     */
    public static boolean isSlow(byte id) {
        return id == ZLIB.id || id == BZIP2.id || id == XPRESS.id || id == ZSTD.id;
    }

    /** Returns the type for a type byte; empty if there is none. */
    public static Optional<CompressionType> ofId(int id) {
        return id < 0 || id >= BY_ID.length ? Optional.empty() : Optional.ofNullable(BY_ID[id]);
    }
}
