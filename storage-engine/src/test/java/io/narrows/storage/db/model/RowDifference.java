package io.narrows.storage.db.model;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.Row;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Describes the difference between two lists of rows briefly, because whole lists are too long to read. */
public final class RowDifference {
    private static final int SHOWN = 3;

    private RowDifference() {}

    /** Returns an empty text if they are equal, including the order. */
    public static String between(List<Row> expected, List<Row> actual) {
        if (expected.equals(actual)) {
            return "";
        }
        Map<Slice, Slice> missing = map(expected);
        Map<Slice, Slice> tooMany = map(actual);
        Map<Slice, Slice> other = new TreeMap<>(missing);
        other.entrySet()
                .removeIf(entry -> !tooMany.containsKey(entry.getKey())
                        || tooMany.get(entry.getKey()).equals(entry.getValue()));
        Map<Slice, Slice> there = map(actual);
        tooMany.keySet().removeAll(missing.keySet());
        missing.keySet().removeAll(there.keySet());
        return "%d rows (expected: %d); missing: %s; too many: %s; with another value: %s"
                .formatted(actual.size(), expected.size(), keys(missing), keys(tooMany), keys(other));
    }

    private static Map<Slice, Slice> map(List<Row> rows) {
        Map<Slice, Slice> map = new TreeMap<>();
        rows.forEach(row -> map.put(row.key(), row.value()));
        return map;
    }

    private static String keys(Map<Slice, Slice> rows) {
        return rows.size()
                + rows.keySet().stream().limit(SHOWN).map(Slice::toString).collect(Collectors.joining(", ", " [", "]"));
    }
}
