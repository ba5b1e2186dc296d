package io.narrows.storage.db.interop;

import io.narrows.storage.Slice;

/** One change of a database. */
public sealed interface Change {
    /** The name of the family that is changed. */
    String family();

    record Put(String family, Slice key, Slice value) implements Change {}

    record Delete(String family, Slice key) implements Change {}

    /** Of a key that was put once since it was last deleted: of others it may bring back what was put before. */
    record SingleDelete(String family, Slice key) implements Change {}

    /** @param end is kept */
    record DeleteRange(String family, Slice begin, Slice end) implements Change {}
}
