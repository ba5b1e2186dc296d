package io.narrows.storage.db.model;

import io.narrows.storage.Slice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** A database as a test sees it. Families go by name; {@link #DEFAULT} is always there. */
public interface Store extends View {
    String DEFAULT = "default";

    /** Writes all changes, or none. */
    void write(List<Change> batch, boolean sync) throws IOException;

    /** What is there now, whatever is written later. */
    View snapshot() throws IOException;

    Set<String> families();

    void createFamily(String name) throws IOException;

    void dropFamily(String name) throws IOException;

    void flush(String family) throws IOException;

    /** @param begin the first key, or null; {@code end} likewise, either way inclusive or not */
    void compact(String family, Slice begin, Slice end) throws IOException;

    /** @param move whether the files lose their names, instead of being copied */
    void ingest(String family, List<Path> files, boolean move) throws IOException;

    /** @param target a directory that is not there yet */
    void checkpoint(Path target) throws IOException;

    /** Other options from now on, where the store can do so while it is open. */
    void change(String family, StoreOptions options) throws IOException;
}
