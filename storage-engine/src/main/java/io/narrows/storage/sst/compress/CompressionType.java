package io.narrows.storage.sst.compress;

import io.narrows.codec.Codec;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How a block is compressed. The ids are part of the file format and must not change (RocksDB's {@code CompressionType}). */
public enum CompressionType {
    NONE(0, "NoCompression", Codec.NONE),
    SNAPPY(1, "Snappy", Codec.SNAPPY),
    ZLIB(2, "Zlib", Codec.GZIP),
    BZIP2(3, "BZip2", null),
    LZ4(4, "LZ4", Codec.LZ4),
    LZ4HC(5, "LZ4HC", Codec.LZ4HC),
    XPRESS(6, "Xpress", null),
    ZSTD(7, "ZSTD", Codec.ZSTD);

    private static final CompressionType[] BY_ID = new CompressionType[8];

    static {
        for (CompressionType type : values()) {
            BY_ID[type.id] = type;
        }
    }

    private final int id;
    private final String rocksName;
    private final Codec codec;

    CompressionType(int id, String rocksName, Codec codec) {
        this.id = id;
        this.rocksName = rocksName;
        this.codec = codec;
    }

    /** The type byte of a block, 0 to 7. */
    public int id() {
        return id;
    }

    /** The name in the property {@code rocksdb.compression} of format versions below 7. */
    public String rocksName() {
        return rocksName;
    }

    /** The name in messages and tables. */
    public String label() {
        return codec == null ? rocksName.toLowerCase(Locale.ROOT) : codec.label();
    }

    /** The codec that reads such blocks; none for types that Narrows does not write. */
    public Optional<Codec> codec() {
        return Optional.ofNullable(codec);
    }

    /** @throws IllegalArgumentException when the codec {@linkplain Codec#hasBlocks has no blocks} */
    public static CompressionType of(Codec codec) {
        return Arrays.stream(values())
                .filter(type -> type.codec == codec)
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(codec.label() + " has no blocks: it is for streams"));
    }

    /**
     * Whether uncompressing a block of a type byte takes several times as long as looking for a key in it. Unknown types are not.
     */
    public static boolean isSlow(byte id) {
        return id == ZLIB.id || id == BZIP2.id || id == XPRESS.id || id == ZSTD.id;
    }

    /** The type of a type byte; empty when no type has it. */
    public static Optional<CompressionType> ofId(int id) {
        return id < 0 || id >= BY_ID.length ? Optional.empty() : Optional.ofNullable(BY_ID[id]);
    }
}
