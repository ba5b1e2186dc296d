package io.narrows.storage.version;

import io.narrows.storage.log.LogWriter;
import io.narrows.storage.file.InterruptSafeFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The log of a database's changes, open to be appended to. It begins with edits that make the whole state out of nothing.
 * After a failure nothing more can be appended: only a new MANIFEST can tell what is true then. For one thread at a time.
 */
public final class Manifest implements Closeable {
    private final LogWriter log;
    private final long number;

    private Manifest(LogWriter log, long number) {
        this.log = log;
        this.number = number;
    }

    /**
     * Writes a new one and puts it in force, durably. When this fails, the one before may still be in force, or this one:
     * {@link CurrentFile#read} says which.
     *
     * @param snapshot see {@link DbState#snapshot}
     * @throws java.nio.file.FileAlreadyExistsException when there is one of that number
     */
    public static Manifest create(Path directory, long number, List<VersionEdit> snapshot) throws IOException {
        LogWriter log = LogWriter.create(FileNames.manifest(directory, number));
        try {
            for (VersionEdit edit : snapshot) {
                add(log, edit);
            }
            log.sync();
            // CURRENT must not name a file whose own name a power cut could take back
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
     * @param group of different families or of one; edits of a group must not be used again
     * @throws IOException when they may not be on disk; the message names the file
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

    /** In bytes. */
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
