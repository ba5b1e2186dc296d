package io.narrows.storage.db;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A database as it was at one moment, to be written as a database of its own while changes go on. Until it is closed, the files that it
 * needs stay, and the database must not be closed. Used by one thread at a time.
 */
public final class PendingCheckpoint implements Closeable {
    private final Writer writer;
    private final Release release;
    private boolean closed;

    interface Writer {
        void write(Path target) throws IOException;
    }

    interface Release {
        void release() throws IOException;
    }

    PendingCheckpoint(Writer writer, Release release) {
        this.writer = writer;
        this.release = release;
    }

    /**
     * Makes a directory with the database as it was; its tables are hard links where that can be. The directory has its name only
     * when it is whole and on the disk.
     *
     * @throws java.nio.file.FileAlreadyExistsException when there is something at the target
     */
    public void write(Path target) throws IOException {
        writer.write(target);
    }

    /** Lets go of the files. */
    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            release.release();
        }
    }
}
