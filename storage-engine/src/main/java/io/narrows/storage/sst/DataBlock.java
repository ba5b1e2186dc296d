package io.narrows.storage.sst;

import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.BlockCursor;
import io.narrows.storage.sst.block.KeyEncoding;

/** A data block being read: the reader's position in it, and the array for its decompressed content. Not thread-safe. */
final class DataBlock {
    final BlockCursor cursor;

    /** Number of the block in the file, -1 for none. */
    int number = -1;

    byte[] buffer = {};

    /** An internal key to search for. */
    byte[] target = new byte[64];

    DataBlock(KeyEncoding encoding) {
        cursor = new BlockCursor(encoding.decoder());
    }

    /** Sets {@link #target} to an internal key and returns its length. */
    int aimAt(Slice userKey, long trailer) {
        int length = userKey.length() + InternalKey.TRAILER;
        if (target.length < length) {
            target = new byte[2 * length];
        }
        System.arraycopy(userKey.array(), userKey.offset(), target, 0, userKey.length());
        InternalKey.putTrailer(target, userKey.length(), trailer);
        return length;
    }

    /** Releases the block, but keeps the buffer. */
    void release() {
        number = -1;
        cursor.release();
    }
}
