package io.narrows.storage.db.model;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.Row;
import java.io.IOException;
import java.util.List;
import org.rocksdb.RocksIterator;

/** Iterates over a RocksDB database, and releases the native objects of the iteration. */
final class RocksCursor implements Cursor {
    private final RocksIterator iterator;
    private final List<AutoCloseable> owned;

    RocksCursor(RocksIterator iterator, List<AutoCloseable> owned) {
        this.iterator = iterator;
        this.owned = owned;
    }

    @Override
    public boolean isValid() throws IOException {
        if (!iterator.isValid()) {
            RocksStore.call(() -> {
                iterator.status();
                return null;
            });
        }
        return iterator.isValid();
    }

    @Override
    public void seekToFirst() {
        iterator.seekToFirst();
    }

    @Override
    public void seekToLast() {
        iterator.seekToLast();
    }

    @Override
    public void seek(Slice key) {
        iterator.seek(key.toByteArray());
    }

    @Override
    public void seekForPrev(Slice key) {
        iterator.seekForPrev(key.toByteArray());
    }

    @Override
    public void next() {
        iterator.next();
    }

    @Override
    public void prev() {
        iterator.prev();
    }

    @Override
    public Row row() {
        return Row.of(iterator.key(), iterator.value());
    }

    @Override
    public void close() {
        iterator.close();
        RocksStore.close(owned);
    }
}
