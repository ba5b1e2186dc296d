package io.narrows.storage.db.model;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.Row;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A store backed by a sorted map per family, the reference for all others. It ingests rows, not files. */
public final class ModelStore implements Store {
    private final Map<String, NavigableMap<Slice, Slice>> families = new TreeMap<>();

    public ModelStore() {
        createFamily(DEFAULT);
    }

    private ModelStore(ModelStore other) {
        other.families.forEach((name, rows) -> families.put(name, new TreeMap<>(rows)));
    }

    /** Returns the live rows of a family. */
    NavigableMap<Slice, Slice> map(String family) {
        return families.get(family);
    }

    @Override
    public void write(List<Change> batch, boolean sync) {
        batch.forEach(change -> change.applyTo(map(change.family())));
    }

    @Override
    public Optional<Slice> get(String family, Slice key) {
        return Optional.ofNullable(map(family).get(key));
    }

    @Override
    public List<Optional<Slice>> multiGet(String family, List<Slice> keys) {
        return keys.stream().map(key -> get(family, key)).toList();
    }

    @Override
    public Cursor cursor(String family, Slice lower, Slice upper) {
        NavigableMap<Slice, Slice> rows = map(family);
        if (lower != null) {
            rows = rows.tailMap(lower, true);
        }
        if (upper != null) {
            boolean empty = lower != null && upper.compareTo(lower) <= 0;
            rows = empty ? new TreeMap<>() : rows.headMap(upper, false);
        }
        return new MapCursor(rows);
    }

    @Override
    public List<Row> rows(String family) {
        return map(family).entrySet().stream()
                .map(entry -> new Row(entry.getKey(), entry.getValue()))
                .toList();
    }

    ModelStore copy() {
        return new ModelStore(this);
    }

    @Override
    public View snapshot() {
        return copy();
    }

    @Override
    public Set<String> families() {
        return Set.copyOf(families.keySet());
    }

    @Override
    public void createFamily(String name) {
        families.put(name, new TreeMap<>());
    }

    @Override
    public void dropFamily(String name) {
        families.remove(name);
    }

    @Override
    public void flush(String family) {}

    @Override
    public void compact(String family, Slice begin, Slice end) {}

    @Override
    public void ingest(String family, List<Path> files, boolean move) {}

    @Override
    public void checkpoint(Path target) {}

    @Override
    public void change(String family, StoreOptions options) {}

    @Override
    public void close() {}
}
