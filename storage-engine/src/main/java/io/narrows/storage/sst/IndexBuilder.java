package io.narrows.storage.sst;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.sst.block.Coding;
import java.util.Arrays;

/**
 * Builds the index of a file: for each data block its handle and a separator key, not less than the block's last key and
 * less than the first key of the next block. Keys are added when blocks are cut, handles when they are written, possibly by
 * another thread; both in file order. {@link #finish} then encodes the index block.
 *
 * <p>Its keys are user keys, unless one user key spans two blocks: then they need sequence numbers to tell the blocks apart.
 */
final class IndexBuilder {
    private final GrowingBytes keys = new GrowingBytes(1 << 12);
    private int[] keyEnds = new int[64];
    private long[] trailers = new long[64];
    private int blocksCut;
    private boolean needsInternalKeys;

    private long[] offsets = new long[64];
    private long[] sizes = new long[64];
    private int blocksWritten;

    /** Adds a separator between a block that ends with an internal key and the next, which begins with a user key. */
    void addKey(byte[] last, int lastLength, byte[] nextUserKey, int nextOffset, int nextLength) {
        int userLength = lastLength - InternalKey.TRAILER;
        long trailer = InternalKey.trailerBefore(last, lastLength);
        if (Arrays.equals(last, 0, userLength, nextUserKey, nextOffset, nextOffset + nextLength)) {
            needsInternalKeys = true;
            append(last, userLength, trailer);
            return;
        }
        int shortened = Separators.length(last, userLength, nextUserKey, nextOffset, nextLength);
        if (shortened < 0) {
            append(last, userLength, trailer);
        } else {
            append(last, shortened, InternalKey.trailer(InternalKey.MAX_SEQUENCE, EntryType.PUT));
            keys.array()[keys.length() - 1]++;
        }
    }

    /** Adds the key of the last block of the file. */
    void addLastKey(byte[] last, int lastLength) {
        append(last, lastLength - InternalKey.TRAILER, InternalKey.trailerBefore(last, lastLength));
    }

    void addHandle(long offset, long size) {
        if (blocksWritten == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * blocksWritten);
            sizes = Arrays.copyOf(sizes, 2 * blocksWritten);
        }
        offsets[blocksWritten] = offset;
        sizes[blocksWritten++] = size;
    }

    /** Returns whether user keys are sufficient. */
    boolean hasUserKeys() {
        return !needsInternalKeys;
    }

    int blocks() {
        return blocksWritten;
    }

    /** Encodes the block, with each entry a restart point and values without a length (format versions 4 and later). */
    GrowingBytes finish() {
        int restarts = Math.max(blocksWritten, 1);
        GrowingBytes block = new GrowingBytes(keys.length() + 40 * blocksWritten + 8);
        int[] starts = new int[restarts];
        for (int index = 0; index < blocksWritten; index++) {
            starts[index] = block.length();
            addEntry(block, index);
        }
        int at = block.ensureRoom((restarts + 1) * Integer.BYTES);
        for (int start : starts) {
            Coding.putFixed32(block.array(), at, start);
            at += Integer.BYTES;
        }
        Coding.putFixed32(block.array(), at, restarts);
        block.setLength(at + Integer.BYTES);
        return block;
    }

    private void addEntry(GrowingBytes block, int index) {
        int keyStart = index == 0 ? 0 : keyEnds[index - 1];
        int userLength = keyEnds[index] - keyStart;
        int length = userLength + (needsInternalKeys ? InternalKey.TRAILER : 0);
        int at = block.ensureRoom(1 + Coding.MAX_VARINT32 + length + BlockHandle.MAX_LENGTH);
        byte[] out = block.array();
        out[at++] = 0; // nothing shared
        at = Coding.putVarint32(out, at, length);
        System.arraycopy(keys.array(), keyStart, out, at, userLength);
        at += userLength;
        if (needsInternalKeys) {
            InternalKey.putTrailer(out, at, trailers[index]);
            at += InternalKey.TRAILER;
        }
        at = Coding.putVarint64(out, at, offsets[index]);
        block.setLength(Coding.putVarint64(out, at, sizes[index]));
    }

    private void append(byte[] key, int length, long trailer) {
        if (blocksCut == keyEnds.length) {
            keyEnds = Arrays.copyOf(keyEnds, 2 * blocksCut);
            trailers = Arrays.copyOf(trailers, 2 * blocksCut);
        }
        keys.append(key, 0, length);
        keyEnds[blocksCut] = keys.length();
        trailers[blocksCut++] = trailer;
    }
}
