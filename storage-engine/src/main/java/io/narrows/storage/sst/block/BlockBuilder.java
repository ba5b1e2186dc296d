package io.narrows.storage.sst.block;

import java.util.Arrays;

/**
 * Builds blocks one after another in its own array. Keys must be added in ascending order; at regular intervals an entry is
 * a restart point, with its key stored whole.
 */
public final class BlockBuilder {
    private final EntryEncoder encoder;
    private final int restartInterval;
    private byte[] block;
    private int length;
    private int[] restarts = new int[16];
    private int restartCount;
    private int sinceRestart;
    private byte[] lastKey = new byte[64];
    private int lastKeyLength;

    /**
     * @param restartInterval number of entries from one restart point to the next, at least 1
     * @param room approximate size of a block in bytes
     */
    public BlockBuilder(EntryEncoder encoder, int restartInterval, int room) {
        if (restartInterval < 1) {
            throw new IllegalArgumentException("restart interval " + restartInterval + " (expected: at least 1)");
        }
        this.encoder = encoder;
        this.restartInterval = restartInterval;
        this.block = new byte[room];
        clear();
    }

    /** Appends an entry. */
    public void add(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        ensureRoom(encoder.maxLength(keyLength, valueLength));
        int previousLength = lastKeyLength;
        if (sinceRestart == restartInterval || length == 0) {
            addRestart();
            previousLength = -1;
        }
        length = encoder.encode(
                block, length, lastKey, previousLength, key, keyOffset, keyLength, value, valueOffset, valueLength);
        if (keyLength > lastKey.length) {
            lastKey = new byte[keyLength + (keyLength >> 1)];
        }
        System.arraycopy(key, keyOffset, lastKey, 0, keyLength);
        lastKeyLength = keyLength;
        sinceRestart++;
    }

    public boolean isEmpty() {
        return length == 0;
    }

    /** Returns the size of the block in bytes if it ended here. */
    public int size() {
        return length + (Math.max(restartCount, 1) + 1) * Integer.BYTES;
    }

    /** Returns the approximate {@link #size} after one more entry: RocksDB's estimate, which counts the whole key. */
    public int sizeWith(int keyLength, int valueLength) {
        int restart = sinceRestart >= restartInterval ? Integer.BYTES : 0;
        return size()
                + keyLength
                + valueLength
                + restart
                + Integer.BYTES
                + Coding.varintLength(keyLength)
                + Coding.varintLength(valueLength);
    }

    /** Returns the internal key of the last entry, at the start of the array; valid until the next entry. */
    public byte[] lastKey() {
        return lastKey;
    }

    public int lastKeyLength() {
        return lastKeyLength;
    }

    /** Completes the block and returns its length; its bytes are in {@link #array}. */
    public int finish() {
        if (restartCount == 0) {
            addRestart();
        }
        ensureRoom((restartCount + 1) * Integer.BYTES);
        for (int index = 0; index < restartCount; index++) {
            Coding.putFixed32(block, length, restarts[index]);
            length += Integer.BYTES;
        }
        Coding.putFixed32(block, length, restartCount);
        length += Integer.BYTES;
        return length;
    }

    /** Returns the array that contains the block, which may be larger. */
    public byte[] array() {
        return block;
    }

    /** Returns the array with the finished block, and starts a new block in a different array. */
    public byte[] exchange(byte[] other) {
        byte[] finished = block;
        block = other;
        clear();
        return finished;
    }

    /** Starts a new block. */
    public void clear() {
        length = 0;
        restartCount = 0;
        sinceRestart = 0;
        lastKeyLength = 0;
    }

    private void addRestart() {
        if (restartCount == restarts.length) {
            restarts = Arrays.copyOf(restarts, 2 * restartCount);
        }
        restarts[restartCount++] = length;
        sinceRestart = 0;
    }

    /** @throws IllegalStateException if the block would be larger than 2 GiB */
    private void ensureRoom(int more) {
        if (more > block.length - length) {
            long needed = (long) length + more;
            if (needed > Integer.MAX_VALUE - 8) {
                throw new IllegalStateException("a block of " + needed + " bytes (expected: below 2 GiB)");
            }
            block = Arrays.copyOf(block, (int) Math.min(Math.max(2L * block.length, needed), Integer.MAX_VALUE - 8));
        }
    }
}
