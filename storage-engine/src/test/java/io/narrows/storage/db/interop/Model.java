package io.narrows.storage.db.interop;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** The expected content of a database: a sorted map for each family. */
final class Model {
    static final String DEFAULT = "default";

    private final Map<String, NavigableMap<Slice, Slice>> families = new TreeMap<>();

    Model() {
        createFamily(DEFAULT);
    }

    void createFamily(String name) {
        families.put(name, new TreeMap<>());
    }

    void dropFamily(String name) {
        families.remove(name);
    }

    Set<String> families() {
        return families.keySet();
    }

    void apply(List<Change> batch) {
        batch.forEach(this::apply);
    }

    private void apply(Change change) {
        NavigableMap<Slice, Slice> rows = families.get(change.family());
        if (change instanceof Change.Put put) {
            rows.put(put.key(), put.value());
        } else if (change instanceof Change.Delete delete) {
            rows.remove(delete.key());
        } else if (change instanceof Change.SingleDelete delete) {
            rows.remove(delete.key());
        } else if (change instanceof Change.DeleteRange range) {
            rows.subMap(range.begin(), range.end()).clear();
        }
    }

    /** Returns the rows of each family, ascending. */
    Map<String, List<Row>> rows() {
        Map<String, List<Row>> all = new TreeMap<>();
        families.forEach((family, rows) -> all.put(family, rows(rows)));
        return all;
    }

    private static List<Row> rows(NavigableMap<Slice, Slice> map) {
        List<Row> rows = new ArrayList<>(map.size());
        map.forEach((key, value) -> rows.add(new Row(key, value)));
        return rows;
    }
}
