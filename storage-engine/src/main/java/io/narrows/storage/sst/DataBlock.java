package io.narrows.storage.sst;

import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.BlockCursor;
import io.narrows.storage.sst.block.KeyEncoding;

/** A data block that is being read: where in it the reader stands, and the array that it is uncompressed into. For one thread. */
final class DataBlock {
    final BlockCursor cursor;

    /** Which block of the file it is, -1 for none. */
    int number = -1;

    byte[] buffer = {};

    /** An internal key to look for. */
    byte[] target = new byte[64];

    DataBlock(KeyEncoding encoding) {
        cursor = new BlockCursor(encoding.decoder());
    }

    /** Makes an internal key the {@link #target}, and returns its length. */
    int aimAt(Slice userKey, long trailer) {
        int length = userKey.length() + InternalKey.TRAILER;
        if (target.length < length) {
            target = new byte[2 * length];
        }
        System.arraycopy(userKey.array(), userKey.offset(), target, 0, userKey.length());
        InternalKey.putTrailer(target, userKey.length(), trailer);
        return length;
    }

    /** Lets go of the block, but not of the buffer. */
    void release() {
        number = -1;
        cursor.release();
    }
}
