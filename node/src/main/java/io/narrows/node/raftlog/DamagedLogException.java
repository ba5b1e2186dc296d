package io.narrows.node.raftlog;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown for damage in the Raft log other than an unfinished last write, which is truncated. */
public final class DamagedLogException extends IOException {
    private static final long serialVersionUID = 1;

    private static final String REMEDY =
            "; the disk lost or changed data after it was synced: remove this member from the group"
                    + " and add it again with an empty data directory";

    private DamagedLogException(String message) {
        super(message + REMEDY);
    }

    static DamagedLogException followedBy(Path file, int position, long index, LogRecord later) {
        return new DamagedLogException(file + ": entry " + index + " at offset " + position + " is damaged, but entry "
                + later.index() + ", written later, is intact at offset " + later.position());
    }

    static DamagedLogException notLast(Path file, int position, long index) {
        return new DamagedLogException(
                file + ": entry " + index + " at offset " + position + " is damaged, but a later log file exists");
    }

    static DamagedLogException gap(Path file, long first, long expected) {
        return new DamagedLogException(file + ": begins with entry " + first + " (expected: " + expected
                + ", the entry after the previous file)");
    }

    static DamagedLogException unreadable(Path file, int position, long index) {
        return new DamagedLogException(
                file + ": entry " + index + " at offset " + position + " no longer matches its checksum");
    }
}
