package io.narrows.storage.db;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The state of a database at one moment, to be written as a new database while changes continue. Keeps the files it needs
 * until it is closed; the database must not be closed before. Not thread-safe.
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
     * Writes the captured state to a new directory, with hard links to its tables where possible. The directory gets its
     * final name only once it is complete and on disk.
     *
     * @throws java.nio.file.FileAlreadyExistsException if the target exists
     */
    public void write(Path target) throws IOException {
        writer.write(target);
    }

    /** Releases the files. */
    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            release.release();
        }
    }
}
