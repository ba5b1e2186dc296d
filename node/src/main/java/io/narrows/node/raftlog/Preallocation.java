package io.narrows.node.raftlog;

import io.narrows.storage.file.InterruptSafeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Zeros written ahead of the entries, so that most forces find the file's length and blocks unchanged. On a full disk there are
 * none, and entries are written as long as they fit.
 */
final class Preallocation {
    private static final Logger LOG = LoggerFactory.getLogger(Preallocation.class);
    private static final int CHUNK_BYTES = 256 << 10;

    private final int aheadBytes;
    private long size;
    private boolean failed;

    /** @param size of the file */
    Preallocation(int aheadBytes, long size) {
        this.aheadBytes = aheadBytes;
        this.size = size;
    }

    /** Extends the file when it ends before an offset. */
    void extend(InterruptSafeFile file, long needed) {
        if (needed <= size || failed) {
            return;
        }
        ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK_BYTES);
        long target = needed + aheadBytes;
        try {
            while (size < target) {
                zeros.clear().limit((int) Math.min(CHUNK_BYTES, target - size));
                file.write(zeros, size);
                size += zeros.limit();
            }
        } catch (IOException e) {
            failed = true;
            LOG.atWarn()
                    .setCause(e)
                    .addKeyValue("file", file.path())
                    .log("cannot preallocate the log; appending goes on without, free some disk space");
        }
    }

    /** The file was cut. */
    void cut(long newSize) {
        size = newSize;
        failed = false;
    }
}
