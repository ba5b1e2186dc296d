package io.narrows.node.raftlog;

import io.narrows.storage.file.InterruptSafeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes zeros ahead of the entries, so that most forces leave the file's length and blocks unchanged. On a full disk it
 * writes none, and entries are written as long as they fit.
 */
final class Preallocation {
    private static final Logger LOG = LoggerFactory.getLogger(Preallocation.class);
    private static final int CHUNK_BYTES = 256 << 10;

    private final int aheadBytes;
    private volatile long size;
    private boolean failed;

    /** @param size of the file */
    Preallocation(int aheadBytes, long size) {
        this.aheadBytes = aheadBytes;
        this.size = size;
    }

    /** Extends the file if it ends before an offset. */
    void extend(InterruptSafeFile file, long needed) {
        if (needed <= size || failed) {
            return;
        }
        ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK_BYTES);
        long target = needed + aheadBytes;
        try {
            for (long end = size; end < target; size = end) {
                zeros.clear().limit((int) Math.min(CHUNK_BYTES, target - end));
                file.write(zeros, end);
                end += zeros.limit();
            }
        } catch (IOException e) {
            failed = true;
            LOG.atWarn()
                    .setCause(e)
                    .addKeyValue("file", file.path())
                    .log("cannot preallocate the log; appending without preallocation (free some disk space)");
        }
    }

    /** Returns the size of the file in bytes. Any thread may call this. */
    long size() {
        return size;
    }

    /** Records that the file was truncated. */
    void cut(long newSize) {
        size = newSize;
        failed = false;
    }
}
