package io.narrows.storage.batch;

import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import java.io.IOException;

/** Is given the changes of a batch in their order. The slices are views of the batch's record. */
public interface BatchVisitor {
    /**
     * A change of one key.
     *
     * @param family the id of the column family, 0 to 2^31 - 1; it may be one that the database does not have
     * @param type {@code PUT}, {@code DELETE}, {@code SINGLE_DELETE} or {@code MERGE}
     * @param value the operand of a {@code MERGE}; empty for deletions
     */
    void entry(int family, long sequence, EntryType type, Slice key, Slice value) throws IOException;

    /**
     * The deletion of all keys from {@code begin} to {@code end}, exclusive. In a record that another writer made
     * {@code begin} may well be behind {@code end}.
     */
    void deleteRange(int family, long sequence, Slice begin, Slice end) throws IOException;
}
