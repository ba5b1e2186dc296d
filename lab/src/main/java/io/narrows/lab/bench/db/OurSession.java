package io.narrows.lab.bench.db;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.Slice;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.ReadOptions;
import io.narrows.storage.db.WriteOptions;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Writes through one reused batch. */
final class OurSession implements Session {
    private final Db db;
    private final ColumnFamily family;
    private final WriteOptions writing;
    private final WriteBatch batch = new WriteBatch();

    OurSession(Db db, ColumnFamily family, WriteOptions writing) {
        this.db = db;
        this.family = family;
        this.writing = writing;
    }

    @Override
    public void put(byte[] key, Slice value) throws IOException {
        batch.clear();
        batch.put(family, Slice.of(key), value);
        db.write(batch, writing);
    }

    @Override
    public int get(byte[] key) throws IOException {
        Optional<byte[]> value = db.get(family, key);
        return value.isPresent() ? value.get().length : ABSENT;
    }

    @Override
    public int multiGet(byte[][] keys) throws IOException {
        List<Optional<byte[]>> values = db.multiGet(family, Arrays.asList(keys), ReadOptions.DEFAULT);
        int found = 0;
        for (Optional<byte[]> value : values) {
            found += value.isPresent() ? 1 : 0;
        }
        return found;
    }

    @Override
    public Cursor cursor() throws IOException {
        return new OurCursor(db.iterator(family, ReadOptions.DEFAULT));
    }

    @Override
    public void close() {}
}
