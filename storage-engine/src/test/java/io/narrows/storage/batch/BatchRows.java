package io.narrows.storage.batch;

import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Records the changes it receives, one line each. */
final class BatchRows implements BatchVisitor {
    private final List<String> rows = new ArrayList<>();

    static List<String> of(Slice record) throws IOException {
        BatchRows rows = new BatchRows();
        BatchRecord.forEach(record, rows);
        return rows.rows;
    }

    List<String> rows() {
        return rows;
    }

    @Override
    public void entry(int family, long sequence, EntryType type, Slice key, Slice value) {
        rows.add("%d: %s %d %s=%s".formatted(sequence, type, family, key, value));
    }

    @Override
    public void deleteRange(int family, long sequence, Slice begin, Slice end) {
        rows.add("%d: %s %d %s-%s".formatted(sequence, EntryType.RANGE_DELETE, family, begin, end));
    }
}
