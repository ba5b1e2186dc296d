package io.narrows.storage.sst.robust;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.checksum.ChecksumType;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Assembles a file of format 5 block by block. Checksums are correct for any content, so damage reaches the code beyond the
 * checksums.
 */
final class TableAssembly {
    static final int FORMAT = 5;

    private static final byte PLAIN = 0;
    private static final int FOOTER = 53;
    private static final long MAGIC = 0x88e241b785f4cff7L;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final TreeMap<String, byte[]> properties = new TreeMap<>();
    private final TreeMap<String, byte[]> metaindex = new TreeMap<>();

    /** @param index the index type in the properties, 0 to 3 */
    TableAssembly(int index) {
        properties.put("rocksdb.block.based.table.index.type", fixed32(index));
        properties.put("rocksdb.comparator", bytes("leveldb.BytewiseComparator"));
    }

    TableAssembly property(String name, byte[] value) {
        properties.put(name, value);
        return this;
    }

    /** Appends an uncompressed block and returns its handle. */
    byte[] add(byte[] payload) {
        return add(PLAIN, payload);
    }

    /** Appends a block and returns its handle. */
    byte[] add(byte type, byte[] payload) {
        int offset = file.size();
        file.writeBytes(payload);
        file.write(type);
        file.writeBytes(fixed32(ChecksumType.CRC32C.of(payload, 0, payload.length, type)));
        return join(varint(offset), varint(payload.length));
    }

    /** Appends a block listed in the metaindex. */
    TableAssembly addNamed(String name, byte[] payload) {
        metaindex.put(name, add(payload));
        return this;
    }

    /** Returns the file with properties, metaindex and footer. */
    byte[] finish(byte[] index) {
        return finishWith(block(withProperties()), index);
    }

    /** Returns the file with the given metaindex. */
    byte[] finishWith(byte[] metaindexPayload, byte[] index) {
        byte[] handles = join(add(metaindexPayload), index);
        ByteBuffer footer = ByteBuffer.allocate(FOOTER).order(ByteOrder.LITTLE_ENDIAN);
        footer.put((byte) ChecksumType.CRC32C.id()).put(handles);
        footer.putInt(FOOTER - 12, FORMAT).putLong(FOOTER - 8, MAGIC);
        return finishWith(footer.array());
    }

    /** Returns the file with the given last bytes. */
    byte[] finishWith(byte[] footer) {
        file.writeBytes(footer);
        return file.toByteArray();
    }

    private Map<String, byte[]> withProperties() {
        if (!metaindex.containsKey("rocksdb.properties")) {
            addNamed("rocksdb.properties", block(properties));
        }
        return metaindex;
    }

    /** Returns a block of these entries, with a restart point at each. */
    static byte[] block(Map<String, byte[]> entries) {
        TreeMap<byte[], byte[]> keys = new TreeMap<>(Arrays::compareUnsigned);
        entries.forEach((key, value) -> keys.put(bytes(key), value));
        return blockOf(keys);
    }

    /** Returns a block with one entry, usable as a data block or an index of whole keys. */
    static byte[] block(String userKey, byte[] value) {
        return block(userKey, EntryType.PUT, value);
    }

    static byte[] block(String userKey, EntryType type, byte[] value) {
        TreeMap<byte[], byte[]> keys = new TreeMap<>(Arrays::compareUnsigned);
        keys.put(InternalKey.of(Slice.of(userKey), InternalKey.trailer(0, type)), value);
        return blockOf(keys);
    }

    private static byte[] blockOf(TreeMap<byte[], byte[]> entries) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        ByteArrayOutputStream restarts = new ByteArrayOutputStream();
        entries.forEach((key, value) -> {
            restarts.writeBytes(fixed32(block.size()));
            block.writeBytes(join(varint(0), varint(key.length), varint(value.length), key, value));
        });
        return join(block.toByteArray(), restarts.toByteArray(), fixed32(entries.size()));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] fixed32(int value) {
        return ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array();
    }

    static byte[] varint(int value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (; value >>> 7 != 0; value >>>= 7) {
            out.write(value | 0x80);
        }
        out.write(value);
        return out.toByteArray();
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }
}
