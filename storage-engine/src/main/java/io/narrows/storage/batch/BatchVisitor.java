package io.narrows.storage.batch;

import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import java.io.IOException;

/** Receives the changes of a batch in order. The slices are views of the batch's record. */
public interface BatchVisitor {
    /**
     * A change of one key.
     *
     * @param family id of the column family, 0 to 2^31 - 1; the database may not have such a family
     * @param type {@code PUT}, {@code DELETE}, {@code SINGLE_DELETE} or {@code MERGE}
     * @param value the operand of a {@code MERGE}; empty for deletions
     */
    void entry(int family, long sequence, EntryType type, Slice key, Slice value) throws IOException;

    /**
     * The deletion of all keys from {@code begin} to {@code end}, exclusive. In a record from another writer, {@code begin}
     * may be after {@code end}.
     */
    void deleteRange(int family, long sequence, Slice begin, Slice end) throws IOException;
}
