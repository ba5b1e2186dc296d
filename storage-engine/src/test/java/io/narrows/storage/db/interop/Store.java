package io.narrows.storage.db.interop;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.Row;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An open database, ours or RocksDB's, with the operations of both. */
public interface Store extends Closeable {
    void createFamily(String name) throws IOException;

    void dropFamily(String name) throws IOException;

    /** Applies all changes or none, without waiting for the disk. */
    void write(List<Change> batch) throws IOException;

    /** Flushes the memtables of all families to files. */
    void flush() throws IOException;

    /** Merges all files of all families into the last level. */
    void compact() throws IOException;

    /** Takes a snapshot, which keeps old versions in files until it is closed. */
    Closeable hold();

    /** Adds a file written for ingestion. */
    void ingest(String family, Path file) throws IOException;

    /** Copies its files while nothing changes them: the state that a killed process would leave now. */
    Path copyTo(Path target) throws IOException;

    /** Returns the rows of each family, scanned forwards. */
    Map<String, List<Row>> rows() throws IOException;

    /** Returns the same rows, also ascending, scanned backwards. */
    Map<String, List<Row>> rowsBackwards() throws IOException;

    Optional<Slice> get(String family, Slice key) throws IOException;
}
