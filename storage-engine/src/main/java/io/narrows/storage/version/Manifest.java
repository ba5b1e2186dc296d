package io.narrows.storage.version;

import io.narrows.storage.file.InterruptSafeFile;
import io.narrows.storage.log.LogWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The log of a database's changes, open for appending. It begins with edits that build the whole state. After a failure
 * it accepts no more edits, because the state is then uncertain until a new MANIFEST is written. Not thread-safe.
 */
public final class Manifest implements Closeable {
    private final LogWriter log;
    private final long number;

    private Manifest(LogWriter log, long number) {
        this.log = log;
        this.number = number;
    }

    /**
     * Creates a MANIFEST and makes it the active one, durably. If this fails, either the old or the new one is active:
     * {@link CurrentFile#read} returns which.
     *
     * @param snapshot see {@link DbState#snapshot}
     * @throws java.nio.file.FileAlreadyExistsException if a MANIFEST with that number exists
     */
    public static Manifest create(Path directory, long number, List<VersionEdit> snapshot) throws IOException {
        LogWriter log = LogWriter.create(FileNames.manifest(directory, number));
        try {
            for (VersionEdit edit : snapshot) {
                add(log, edit);
            }
            log.sync();
            // a power failure must not undo the name that CURRENT refers to
            InterruptSafeFile.forceDirectory(directory);
            CurrentFile.write(directory, number);
            return new Manifest(log, number);
        } catch (IOException | RuntimeException | Error e) {
            log.close();
            throw e;
        }
    }

    /**
     * Appends edits that take effect together: all of them, or none if this fails midway. They are on disk when this
     * returns.
     *
     * @param group edits of one or more families; they must not be reused
     * @throws IOException if they may not be on disk; the message names the file
     */
    public void append(List<VersionEdit> group) throws IOException {
        int remaining = group.size();
        for (VersionEdit edit : group) {
            remaining--;
            if (group.size() > 1) {
                edit.remainingInGroup(remaining);
            }
            add(log, edit);
        }
        log.sync();
    }

    private static void add(LogWriter log, VersionEdit edit) throws IOException {
        byte[] payload = edit.encode();
        log.add(payload, 0, payload.length);
    }

    /** Returns the size in bytes. */
    public long size() {
        return log.size();
    }

    public long number() {
        return number;
    }

    @Override
    public void close() throws IOException {
        log.close();
    }
}
