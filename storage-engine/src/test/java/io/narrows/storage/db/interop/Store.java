package io.narrows.storage.db.interop;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.Row;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An open database, ours or RocksDB's: what both can do. */
public interface Store extends Closeable {
    void createFamily(String name) throws IOException;

    void dropFamily(String name) throws IOException;

    /** Makes all changes or none, without waiting for the disk. */
    void write(List<Change> batch) throws IOException;

    /** Writes what is in memory of all families to files. */
    void flush() throws IOException;

    /** Merges all files of all families into the last level. */
    void compact() throws IOException;

    /** Keeps what there is now readable, and so its old versions in files, until it is closed. */
    Closeable hold();

    /** Adds a file that was written to be ingested. */
    void ingest(String family, Path file) throws IOException;

    /** Copies its files when nothing changes them: what would be left if its process were killed now. */
    Path copyTo(Path target) throws IOException;

    /** The rows of each family, walked from the first to the last. */
    Map<String, List<Row>> rows() throws IOException;

    /** The same rows, also ascending, walked from the last to the first. */
    Map<String, List<Row>> rowsBackwards() throws IOException;

    Optional<Slice> get(String family, Slice key) throws IOException;
}
