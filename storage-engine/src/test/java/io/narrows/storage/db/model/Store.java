package io.narrows.storage.db.model;

import io.narrows.storage.Slice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** A database as a test sees it. Families are identified by name; {@link #DEFAULT} always exists. */
public interface Store extends View {
    String DEFAULT = "default";

    /** Applies all changes or none. */
    void write(List<Change> batch, boolean sync) throws IOException;

    /** Returns a view of the current content, unaffected by later writes. */
    View snapshot() throws IOException;

    Set<String> families();

    void createFamily(String name) throws IOException;

    void dropFamily(String name) throws IOException;

    void flush(String family) throws IOException;

    /** @param begin the first key, or null; {@code end} likewise, inclusive or exclusive */
    void compact(String family, Slice begin, Slice end) throws IOException;

    /** @param move whether to move the files instead of copying them */
    void ingest(String family, List<Path> files, boolean move) throws IOException;

    /** @param target a directory that does not exist yet */
    void checkpoint(Path target) throws IOException;

    /** Changes options from now on, if the store supports that while open. */
    void change(String family, StoreOptions options) throws IOException;
}
