package io.narrows.storage.sst;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.EnvOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/**
 * A file written by RocksDB, parsed as far as a test of one block needs it: footer and metaindex. Uses none of the code
 * under test.
 */
public final class RocksFile {
    public static final int FOOTER = 53;
    public static final int TRAILER = 5;
    public static final String FILTER = "fullfilter.rocksdb.BuiltinBloomFilter";

    private static final int CONTEXTS_FROM = 6;

    private final byte[] bytes;
    private final ByteBuffer words;
    private final Map<String, Block> blocks = new TreeMap<>();

    /** Position of a block's payload. */
    public record Block(int offset, int length) {}

    static {
        RocksDB.loadLibrary();
    }

    private RocksFile(byte[] bytes) {
        this.bytes = bytes;
        this.words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        Block metaindex = metaindex();
        blocks.put("metaindex", metaindex);
        ByteBuffer entries = words.duplicate().position(metaindex.offset);
        int restarts = words.getInt(metaindex.offset + metaindex.length - 4);
        int end = metaindex.offset + metaindex.length - 4 * (restarts + 1);
        String name = "";
        while (entries.position() < end) {
            int shared = varint(entries);
            byte[] rest = new byte[varint(entries)];
            varint(entries);
            entries.get(rest);
            name = name.substring(0, shared) + new String(rest, StandardCharsets.US_ASCII);
            blocks.put(name, new Block(varint(entries), varint(entries)));
        }
    }

    /** Lets RocksDB write a file with a Bloom filter and the given ascending keys, each with its own bytes as value. */
    public static RocksFile write(Path file, BlockBasedTableConfig format, double bitsPerKey, Iterable<byte[]> keys)
            throws RocksDBException, IOException {
        try (CompressionOptions standard = new CompressionOptions()) {
            return write(file, format, bitsPerKey, CompressionType.SNAPPY_COMPRESSION, standard, keys);
        }
    }

    /** Lets RocksDB write such a file with the given compression. */
    public static RocksFile write(
            Path file,
            BlockBasedTableConfig format,
            double bitsPerKey,
            CompressionType compression,
            CompressionOptions compressionOptions,
            Iterable<byte[]> keys)
            throws RocksDBException, IOException {
        try (BloomFilter filter = new BloomFilter(bitsPerKey);
                Options options = new Options()
                        .setCompressionType(compression)
                        .setCompressionOptions(compressionOptions)
                        .setTableFormatConfig(format.setFilterPolicy(filter));
                EnvOptions env = new EnvOptions();
                SstFileWriter writer = new SstFileWriter(env, options)) {
            writer.open(file.toString());
            for (byte[] key : keys) {
                writer.put(key, key);
            }
            writer.finish();
        }
        return new RocksFile(Files.readAllBytes(file));
    }

    public byte[] bytes() {
        return bytes;
    }

    public int formatVersion() {
        return words.getInt(footer() + 41);
    }

    /** Returns the id of the checksum type. */
    public int checksum() {
        return bytes[footer()];
    }

    /** Returns the offset of the footer. */
    public int footer() {
        return bytes.length - FOOTER;
    }

    /** Returns the base of all checksum contexts of this file; 0 if it has none. */
    public int baseContext() {
        return formatVersion() >= CONTEXTS_FROM ? words.getInt(footer() + 9) : 0;
    }

    /** Returns the stored checksum of the footer, which exists only from format version 6 on. */
    public int footerChecksum() {
        return words.getInt(footer() + 5);
    }

    /** Returns the metaindex and the blocks that it names. */
    public Map<String, Block> blocks() {
        return blocks;
    }

    public byte[] payload(String name) {
        Block block = blocks.get(name);
        return Arrays.copyOfRange(bytes, block.offset, block.offset + block.length);
    }

    /** Returns the payload of the first data block. Supports only format versions 4 and 5 with an uncompressed index. */
    public byte[] firstDataBlock() {
        ByteBuffer handles = words.duplicate().position(footer() + 1);
        varint(handles);
        varint(handles);
        ByteBuffer entry = words.duplicate().position(varint(handles));
        varint(entry);
        int key = varint(entry);
        entry.position(entry.position() + key);
        int offset = varint(entry);
        return Arrays.copyOfRange(bytes, offset, offset + varint(entry));
    }

    /** Returns the stored checksum of a block. */
    public int checksumOf(Block block) {
        return words.getInt(block.offset + block.length + 1);
    }

    private Block metaindex() {
        if (formatVersion() >= CONTEXTS_FROM) {
            int length = words.getInt(footer() + 13);
            return new Block(footer() - TRAILER - length, length);
        }
        ByteBuffer handle = words.duplicate().position(footer() + 1);
        return new Block(varint(handle), varint(handle));
    }

    public static int varint(ByteBuffer src) {
        int value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = src.get();
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }
}
