package io.narrows.storage.db.model;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.Row;
import java.util.Map;
import java.util.NavigableMap;

/** Iterates over a sorted map. */
final class MapCursor implements Cursor {
    private final NavigableMap<Slice, Slice> rows;
    private Map.Entry<Slice, Slice> at;

    MapCursor(NavigableMap<Slice, Slice> rows) {
        this.rows = rows;
    }

    @Override
    public boolean isValid() {
        return at != null;
    }

    @Override
    public void seekToFirst() {
        at = rows.firstEntry();
    }

    @Override
    public void seekToLast() {
        at = rows.lastEntry();
    }

    @Override
    public void seek(Slice key) {
        at = rows.ceilingEntry(key);
    }

    @Override
    public void seekForPrev(Slice key) {
        at = rows.floorEntry(key);
    }

    @Override
    public void next() {
        at = rows.higherEntry(at.getKey());
    }

    @Override
    public void prev() {
        at = rows.lowerEntry(at.getKey());
    }

    @Override
    public Row row() {
        return new Row(at.getKey(), at.getValue());
    }

    @Override
    public void close() {}
}
