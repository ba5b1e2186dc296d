package io.narrows.storage.sst.checksum;

import com.dynatrace.hash4j.hashing.Hasher32;
import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;

/**
 * The kinds of checksum; all blocks of a file have the same kind. The ids are stored in the first byte of the footer;
 * they are part of the file format and must not change (RocksDB's {@code ChecksumType} and
 * {@code ComputeBuiltinChecksum}).
 *
 * <p>A checksum covers the payload of a block and the type byte after it. Since format version 6, a
 * {@linkplain ChecksumContext context} is added to it.
 */
public enum ChecksumType {
    /** No checksum: always 0. */
    NONE(0) {
        @Override
        public int of(byte[] array, int offset, int length, byte type) {
            return 0;
        }
    },
    /** CRC-32C, masked as in LevelDB, so that a checksum over data that contains checksums remains strong. */
    CRC32C(1) {
        @Override
        public int of(byte[] array, int offset, int length, byte type) {
            CRC32C crc = new CRC32C();
            crc.update(array, offset, length);
            crc.update(type);
            return Integer.rotateRight((int) crc.getValue(), CRC_ROTATION) + CRC_DELTA;
        }
    },
    XXHASH32(2) {
        @Override
        public int of(byte[] array, int offset, int length, byte type) {
            return XXH32.hashStream()
                    .putBytes(array, offset, length)
                    .putByte(type)
                    .getAsInt();
        }
    },
    /** The lower half of XXH64. */
    XXHASH64(3) {
        @Override
        public int of(byte[] array, int offset, int length, byte type) {
            return (int) XXH64.hashStream()
                    .putBytes(array, offset, length)
                    .putByte(type)
                    .getAsLong();
        }
    },
    /** The lower half of XXH3 of the payload alone, modified by the type byte. */
    XXH3(4) {
        @Override
        public int of(byte[] array, int offset, int length, byte type) {
            return (int) XXH3_64.hashBytesToLong(array, offset, length) ^ (type & 0xff) * TYPE_PRIME;
        }
    };

    private static final int CRC_ROTATION = 15;
    private static final int CRC_DELTA = 0xa282_ead8;
    private static final int TYPE_PRIME = 0x6b90_83d9;

    private static final Hasher32 XXH32 = Hashing.xxh32();
    private static final Hasher64 XXH64 = Hashing.xxh64();
    private static final Hasher64 XXH3_64 = Hashing.xxh3_64();

    private static final Map<Integer, ChecksumType> BY_ID =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(ChecksumType::id, Function.identity()));

    private final int id;

    ChecksumType(int id) {
        this.id = id;
    }

    /** Returns the id in the footer, 0 to 4. */
    public int id() {
        return id;
    }

    /** @throws IllegalArgumentException if no checksum has that id */
    public static ChecksumType ofId(int id) {
        ChecksumType type = BY_ID.get(id);
        if (type == null) {
            throw new IllegalArgumentException(
                    "unknown checksum type: " + id + " (expected: 0-" + (BY_ID.size() - 1) + ")");
        }
        return type;
    }

    /**
     * Returns the checksum of a block as stored in its trailer, without context.
     *
     * @param type the byte between the payload and the checksum, the block's compression type
     * @throws IndexOutOfBoundsException if the payload is not within the array
     */
    public abstract int of(byte[] array, int offset, int length, byte type);

    /** Returns the checksum of bytes without a type byte: the last byte takes its place. Returns 0 for no bytes. */
    public final int ofWhole(byte[] array, int offset, int length) {
        return length == 0 ? 0 : of(array, offset, length - 1, array[offset + length - 1]);
    }
}
