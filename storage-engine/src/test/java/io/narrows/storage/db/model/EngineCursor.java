package io.narrows.storage.db.model;

import io.narrows.storage.Slice;
import io.narrows.storage.iterate.DbIterator;
import io.narrows.storage.sst.rows.Row;
import java.io.IOException;

/** Iterates over a {@link io.narrows.storage.db.Db}. */
final class EngineCursor implements Cursor {
    private final DbIterator iterator;

    EngineCursor(DbIterator iterator) {
        this.iterator = iterator;
    }

    @Override
    public boolean isValid() {
        return iterator.isValid();
    }

    @Override
    public void seekToFirst() throws IOException {
        iterator.seekToFirst();
    }

    @Override
    public void seekToLast() throws IOException {
        iterator.seekToLast();
    }

    @Override
    public void seek(Slice key) throws IOException {
        iterator.seek(key);
    }

    @Override
    public void seekForPrev(Slice key) throws IOException {
        iterator.seekForPrev(key);
    }

    @Override
    public void next() throws IOException {
        iterator.next();
    }

    @Override
    public void prev() throws IOException {
        iterator.prev();
    }

    @Override
    public Row row() {
        return Row.of(iterator.key().toByteArray(), iterator.value().toByteArray());
    }

    @Override
    public void close() {
        iterator.close();
    }
}
