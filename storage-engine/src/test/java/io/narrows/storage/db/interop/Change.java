package io.narrows.storage.db.interop;

import io.narrows.storage.Slice;

/** One change of a database. */
public sealed interface Change {
    /** Returns the name of the changed family. */
    String family();

    record Put(String family, Slice key, Slice value) implements Change {}

    record Delete(String family, Slice key) implements Change {}

    /** For a key that was put once since it was last deleted; otherwise an earlier value may reappear. */
    record SingleDelete(String family, Slice key) implements Change {}

    /** @param end exclusive: its key is kept */
    record DeleteRange(String family, Slice begin, Slice end) implements Change {}
}
