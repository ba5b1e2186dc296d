package io.narrows.storage.db.model;

import java.io.IOException;
import java.nio.file.Path;

/** Opens a database directory, or makes it. */
public interface Opener {
    Store open(Path directory, StoreOptions options) throws IOException;
}
