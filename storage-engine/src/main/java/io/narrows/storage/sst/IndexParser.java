package io.narrows.storage.sst;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.BlockBounds;
import io.narrows.storage.sst.block.Coding;
import io.narrows.storage.sst.block.MalformedBlockException;
import java.util.Arrays;

/**
 * Parses an index block, whose values are handles, in every form that RocksDB has used ({@code table/format.cc},
 * {@code IndexValue}).
 *
 * <pre>
 *   below version 4:   varint shared | varint unshared | varint value length | key | handle
 *   from version 4 on: varint shared | varint unshared | key | handle, or, if shared is not 0, only the size, as zigzag
 *                      varint of its difference from the previous size; the block follows the previous one
 *   with first keys:   after that, a varint length and the first internal key of the block
 * </pre>
 */
final class IndexParser {
    private final boolean shortValues;
    private final boolean firstKeys;
    private byte[] key = new byte[64];
    private int keyLength;
    private BlockHandle before = new BlockHandle(0, 0);

    /**
     * @param shortValues whether values omit their length
     * @param firstKeys whether the first key of a block follows its handle
     */
    IndexParser(boolean shortValues, boolean firstKeys) {
        this.shortValues = shortValues;
        this.firstKeys = firstKeys;
    }

    /** Receives each entry; the key is valid only during the call. */
    interface Entries {
        void add(byte[] key, int length, BlockHandle handle) throws MalformedBlockException;
    }

    void parse(Slice block, Entries entries) throws MalformedBlockException {
        int limit = BlockBounds.entriesEnd(block);
        int at = block.offset();
        keyLength = 0;
        while (at < limit) {
            at = next(block.array(), at, limit);
            entries.add(key, keyLength, before);
        }
    }

    private int next(byte[] array, int start, int limit) throws MalformedBlockException {
        long shared = Coding.getLength(array, start, limit);
        long unshared = Coding.getLength(array, Coding.index(shared), limit);
        int at = Coding.index(unshared);
        int valueLength = -1;
        if (!shortValues) {
            long length = Coding.getLength(array, at, limit);
            at = Coding.index(length);
            valueLength = Coding.value(length);
        }
        if (Coding.value(shared) > keyLength || Coding.value(unshared) > limit - at) {
            throw new MalformedBlockException(
                    start,
                    "an index entry that shares " + Coding.value(shared) + " bytes of a key of " + keyLength
                            + " and has " + Coding.value(unshared) + " more");
        }
        setKey(array, at, Coding.value(shared), Coding.value(unshared));
        at += Coding.value(unshared);
        int end = value(array, at, limit, shortValues && Coding.value(shared) != 0);
        if (valueLength >= 0 && end - at != valueLength) {
            throw new MalformedBlockException(
                    at, "an index value of " + valueLength + " bytes, but its content" + " has " + (end - at));
        }
        return end;
    }

    private void setKey(byte[] array, int at, int shared, int unshared) {
        int length = shared + unshared; // no larger than the block so far
        if (length > key.length) {
            key = Arrays.copyOf(key, (int) Math.min(2L * length, GrowingBytes.MAX_LENGTH));
        }
        System.arraycopy(array, at, key, shared, unshared);
        keyLength = length;
    }

    /** Reads the value and returns the index after it. */
    private int value(byte[] array, int at, int limit, boolean difference) throws MalformedBlockException {
        int end = Coding.varint64End(array, at, limit);
        if (difference) {
            long size = before.size() + Coding.unzigzag(Coding.varint64(array, at, end));
            before = new BlockHandle(before.end(), size);
        } else {
            before = BlockHandle.get(array, at, limit);
            end = Coding.varint64End(array, end, limit);
        }
        if (!firstKeys) {
            return end;
        }
        long firstKey = Coding.getLength(array, end, limit);
        if (Coding.value(firstKey) > limit - Coding.index(firstKey)) {
            throw new MalformedBlockException(
                    end,
                    "a first key of " + Coding.value(firstKey) + " bytes, but only " + (limit - Coding.index(firstKey))
                            + " are left");
        }
        return Coding.index(firstKey) + Coding.value(firstKey);
    }
}
