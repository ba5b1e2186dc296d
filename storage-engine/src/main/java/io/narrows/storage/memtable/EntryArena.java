package io.narrows.storage.memtable;

import io.narrows.storage.Slice;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Stores entries consecutively in large arrays. Entries never move or change. One thread stores; others may read an entry
 * after receiving its address through a release and an acquire.
 *
 * <pre>
 *  0                 8               12                16
 *  +-----------------+---------------+-----------------+-----+-------+
 *  | trailer         | value length  | key length      | key | value |
 *  +-----------------+---------------+-----------------+-----+-------+
 *
 *  address: number of the array &lt;&lt; 32 | index in it
 * </pre>
 */
final class EntryArena {
    /**
     * Maximum size in bytes of an array with more than one entry: less than half of G1's smallest region, so that the arrays
     * are ordinary objects.
     */
    static final int MAX_BLOCK = 256 << 10;

    private static final int FIRST_BLOCK = 4 << 10;
    private static final int FIRST_DIRECTORY = 2;

    /** A larger entry gets its own array, so that at most a quarter of a shared array is left unused. */
    private static final int LARGE = MAX_BLOCK / 4;

    private static final int LENGTHS_AT = 8;
    private static final int KEY_AT = 16;
    private static final int MAX_ENTRY = Integer.MAX_VALUE - 8;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /**
     * The arrays by number. A reader may see a longer directory made after the reader's address was published; then nothing
     * orders the content of that directory before the reference to it except the final field (JLS 17.5). Without it the
     * reader could find nulls: x86 keeps stores in order, ARM does not. An acquire would work as well, but makes a scan a
     * fifth slower.
     */
    private record Directory(byte[][] blocks) {}

    /** Replaced by a longer one when full. A plain field: see {@link Directory}. */
    private Directory directory = new Directory(new byte[FIRST_DIRECTORY][]);

    private int blockCount;
    private int nextRoom = FIRST_BLOCK;
    private int current = -1;
    private int used;
    private int room;
    private long blockBytes;

    /** Copies an entry and returns its address. */
    long store(long trailer, Slice key, Slice value) {
        int size = size(key, value);
        if (size > room - used) {
            if (size > LARGE) {
                int own = addBlock(size);
                return put(own, 0, trailer, key, value);
            }
            room = Math.max(nextRoom, size);
            current = addBlock(room);
            nextRoom = Math.min(2 * nextRoom, MAX_BLOCK);
            used = 0;
        }
        int at = used;
        used += size;
        return put(current, at, trailer, key, value);
    }

    long trailer(long address) {
        return (long) LONGS.get(block(address), (int) address);
    }

    /** Returns a view of the key. */
    Slice key(long address) {
        byte[] block = block(address);
        int at = (int) address;
        return new Slice(block, at + KEY_AT, keyLength(lengths(block, at)));
    }

    /** Returns a view of the value. */
    Slice value(long address) {
        byte[] block = block(address);
        int at = (int) address;
        long lengths = lengths(block, at);
        return new Slice(block, at + KEY_AT + keyLength(lengths), (int) lengths);
    }

    boolean hasKey(long address, Slice key) {
        byte[] block = block(address);
        int keyAt = (int) address + KEY_AT;
        int end = keyAt + keyLength(lengths(block, (int) address));
        return Arrays.equals(block, keyAt, end, key.array(), key.offset(), key.end());
    }

    /** Compares the entry at an address with an internal key. */
    int compare(long address, Slice key, long trailer) {
        byte[] block = block(address);
        int at = (int) address;
        int end = at + KEY_AT + keyLength(lengths(block, at));
        int order = Arrays.compareUnsigned(block, at + KEY_AT, end, key.array(), key.offset(), key.end());
        return order != 0 ? order : Long.compareUnsigned(trailer, (long) LONGS.get(block, at));
    }

    /** Returns the size of all arrays in bytes. */
    long memoryBytes() {
        return blockBytes;
    }

    private long put(int number, int at, long trailer, Slice key, Slice value) {
        byte[] block = directory.blocks[number];
        LONGS.set(block, at, trailer);
        LONGS.set(block, at + LENGTHS_AT, (long) key.length() << 32 | value.length());
        System.arraycopy(key.array(), key.offset(), block, at + KEY_AT, key.length());
        System.arraycopy(value.array(), value.offset(), block, at + KEY_AT + key.length(), value.length());
        return (long) number << 32 | at;
    }

    private int addBlock(int size) {
        byte[] block = new byte[size];
        if (blockCount == directory.blocks.length) {
            directory = new Directory(Arrays.copyOf(directory.blocks, 2 * blockCount));
        }
        directory.blocks[blockCount] = block;
        blockBytes += size;
        return blockCount++;
    }

    private byte[] block(long address) {
        return directory.blocks[(int) (address >>> 32)];
    }

    private static long lengths(byte[] block, int at) {
        return (long) LONGS.get(block, at + LENGTHS_AT);
    }

    private static int keyLength(long lengths) {
        return (int) (lengths >>> 32);
    }

    private static int size(Slice key, Slice value) {
        long size = (long) KEY_AT + key.length() + value.length();
        if (size > MAX_ENTRY) {
            throw new IllegalArgumentException("entry of " + size + " bytes (expected: at most " + MAX_ENTRY + ")");
        }
        return (int) size;
    }
}
