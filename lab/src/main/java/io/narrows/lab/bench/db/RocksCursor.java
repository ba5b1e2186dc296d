package io.narrows.lab.bench.db;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** Copies the current entry into direct buffers, since RocksDB's API offers no view of it. */
final class RocksCursor implements Cursor {
    private final RocksIterator entries;
    private final ByteBuffer key;
    private final ByteBuffer value;

    RocksCursor(RocksIterator entries, ByteBuffer key, ByteBuffer value) {
        this.entries = entries;
        this.key = key;
        this.value = value;
    }

    @Override
    public boolean seekToFirst() throws IOException {
        entries.seekToFirst();
        return isValid();
    }

    @Override
    public boolean seekToLast() throws IOException {
        entries.seekToLast();
        return isValid();
    }

    @Override
    public boolean seek(byte[] wanted) throws IOException {
        entries.seek(key.clear().put(wanted).flip());
        return isValid();
    }

    @Override
    public boolean next() throws IOException {
        entries.next();
        return isValid();
    }

    @Override
    public boolean prev() throws IOException {
        entries.prev();
        return isValid();
    }

    private boolean isValid() throws IOException {
        if (entries.isValid()) {
            return true;
        }
        try {
            entries.status();
            return false;
        } catch (RocksDBException e) {
            throw RocksEngine.failed(e);
        }
    }

    @Override
    public boolean isAt(byte[] wanted) {
        int length = entries.key(key.clear());
        return key.position(0).limit(length).equals(ByteBuffer.wrap(wanted));
    }

    @Override
    public int read() {
        return entries.key(key.clear()) + entries.value(value.clear());
    }

    @Override
    public void close() {
        entries.close();
    }
}
