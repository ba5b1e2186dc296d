package io.narrows.storage.db.model;

import java.io.IOException;
import java.nio.file.Path;

/** Opens or creates a database directory. */
public interface Opener {
    Store open(Path directory, StoreOptions options) throws IOException;
}
