package io.narrows.lab.bench.db;

import io.narrows.storage.Slice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.ByteBufferGetStatus;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteOptions;

/** Reads and writes through direct buffers, the fastest arguments of RocksDB's Java API. */
final class RocksSession implements Session {
    private final RocksDB db;
    private final WriteOptions writing;
    private final ReadOptions reading = new ReadOptions();
    private final int entrySize;
    private final ByteBuffer keyBuffer;
    private final ByteBuffer valueBuffer;
    private final List<ByteBuffer> keyBuffers = new ArrayList<>();
    private final List<ByteBuffer> valueBuffers = new ArrayList<>();

    RocksSession(RocksDB db, WriteOptions writing, int entrySize) {
        this.db = db;
        this.writing = writing;
        this.entrySize = entrySize;
        this.keyBuffer = ByteBuffer.allocateDirect(entrySize);
        this.valueBuffer = ByteBuffer.allocateDirect(entrySize);
    }

    @Override
    public void put(byte[] key, Slice value) throws IOException {
        keyBuffer.clear().put(key).flip();
        valueBuffer.clear().put(value.array(), value.offset(), value.length()).flip();
        try {
            db.put(writing, keyBuffer, valueBuffer);
        } catch (RocksDBException e) {
            throw RocksEngine.failed(e);
        }
    }

    @Override
    public int get(byte[] key) throws IOException {
        keyBuffer.clear().put(key).flip();
        try {
            int length = db.get(reading, keyBuffer, valueBuffer.clear());
            return length == RocksDB.NOT_FOUND ? ABSENT : length;
        } catch (RocksDBException e) {
            throw RocksEngine.failed(e);
        }
    }

    @Override
    public int multiGet(byte[][] keys) throws IOException {
        while (keyBuffers.size() < keys.length) {
            keyBuffers.add(ByteBuffer.allocateDirect(entrySize));
            valueBuffers.add(ByteBuffer.allocateDirect(entrySize));
        }
        for (int i = 0; i < keys.length; i++) {
            keyBuffers.get(i).clear().put(keys[i]).flip();
            valueBuffers.get(i).clear();
        }
        try {
            int found = 0;
            for (ByteBufferGetStatus status : db.multiGetByteBuffers(
                    reading, keyBuffers.subList(0, keys.length), valueBuffers.subList(0, keys.length))) {
                found += status.status.getCode() == Status.Code.Ok ? 1 : 0;
            }
            return found;
        } catch (RocksDBException e) {
            throw RocksEngine.failed(e);
        }
    }

    @Override
    public Cursor cursor() {
        return new RocksCursor(db.newIterator(reading), keyBuffer, valueBuffer);
    }

    @Override
    public void close() {
        reading.close();
    }
}
