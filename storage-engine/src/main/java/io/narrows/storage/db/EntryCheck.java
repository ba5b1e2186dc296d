package io.narrows.storage.db;

import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import io.narrows.storage.batch.BatchVisitor;

/** Rejects entries that fit in the log but not in a table file. */
final class EntryCheck implements BatchVisitor {
    private static final long MAX_ENTRY = 1L << 28;

    private final Families families;

    EntryCheck(Families families) {
        this.families = families;
    }

    @Override
    public void entry(int family, long sequence, EntryType type, Slice key, Slice value) {
        check(family, key, value);
    }

    @Override
    public void deleteRange(int family, long sequence, Slice begin, Slice end) {
        check(family, begin, end);
    }

    private void check(int family, Slice one, Slice other) {
        if (families.get(family) == null) {
            throw new IllegalArgumentException("no column family has id " + family + " (expected: one of "
                    + families.all().stream().map(Family::handle).toList() + ")");
        }
        if ((long) one.length() + other.length() > MAX_ENTRY) {
            throw new IllegalArgumentException("an entry of " + ((long) one.length() + other.length())
                    + " bytes (expected: at most " + MAX_ENTRY + ")");
        }
    }
}
