package io.narrows.storage.sst;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;

/** Counts the entries of a file being written. */
final class TableTally {
    private long entries;
    private long deletions;
    private long mergeOperands;
    private long rangeDeletions;
    private long keyBytes;
    private long valueBytes;
    private long smallestSequence = InternalKey.MAX_SEQUENCE;
    private long largestSequence;

    /** @param keyLength bytes of the internal key */
    void add(EntryType type, long sequence, int keyLength, int valueLength) {
        entries++;
        keyBytes += keyLength;
        valueBytes += valueLength;
        smallestSequence = Math.min(smallestSequence, sequence);
        largestSequence = Math.max(largestSequence, sequence);
        switch (type) {
            case DELETE, SINGLE_DELETE -> deletions++;
            case MERGE -> mergeOperands++;
            case RANGE_DELETE -> {
                deletions++;
                rangeDeletions++;
            }
            case PUT, BLOB_INDEX, WIDE_COLUMNS -> {
                // counted only as an entry
            }
        }
    }

    long entries() {
        return entries;
    }

    long pointEntries() {
        return entries - rangeDeletions;
    }

    void describe(PropertiesBuilder properties) {
        properties
                .number(PropertyNames.NUM_ENTRIES, entries)
                .number(PropertyNames.DELETED_KEYS, deletions)
                .number(PropertyNames.MERGE_OPERANDS, mergeOperands)
                .number(PropertyNames.NUM_RANGE_DELETIONS, rangeDeletions)
                .number(PropertyNames.RAW_KEY_SIZE, keyBytes)
                .number(PropertyNames.RAW_VALUE_SIZE, valueBytes)
                .number(PropertyNames.LARGEST_SEQUENCE, largestSequence)
                .number(PropertyNames.SMALLEST_SEQUENCE, Math.min(smallestSequence, largestSequence));
    }
}
