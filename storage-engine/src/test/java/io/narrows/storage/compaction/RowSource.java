package io.narrows.storage.compaction;

import io.narrows.storage.InternalIterator;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.VersionedRow;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * A forward-only source of rows. Moving overwrites the previous key and value, which exposes code that uses a view for too
 * long.
 */
final class RowSource implements InternalIterator {
    private final List<VersionedRow> rows;
    private int at = -1;
    private byte[] key = {};
    private byte[] value = {};
    private int failsAt = -1;
    private boolean closed;

    RowSource(Collection<VersionedRow> rows) {
        TreeSet<VersionedRow> sorted = new TreeSet<>(VersionedRow.ORDER);
        sorted.addAll(rows);
        this.rows = List.copyOf(sorted);
    }

    RowSource failingAt(int row) {
        failsAt = row;
        return this;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public boolean isValid() {
        return at >= 0 && at < rows.size();
    }

    @Override
    public void seekToFirst() throws IOException {
        moveTo(0);
    }

    @Override
    public void next() throws IOException {
        moveTo(at + 1);
    }

    private void moveTo(int row) throws IOException {
        Arrays.fill(key, (byte) 0x55);
        Arrays.fill(value, (byte) 0x55);
        if (row == failsAt) {
            at = -1;
            throw new IOException("fails as it was told to");
        }
        at = row;
        if (isValid()) {
            key = rows.get(at).key().toByteArray();
            value = rows.get(at).value().toByteArray();
        }
    }

    @Override
    public Slice userKey() {
        return Slice.of(key);
    }

    @Override
    public long trailer() {
        return InternalKey.trailer(rows.get(at).sequence(), rows.get(at).type());
    }

    @Override
    public Slice value() {
        return Slice.of(value);
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public void seekToLast() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void seek(Slice userKey, long trailer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void seekForPrev(Slice userKey, long trailer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void prev() {
        throw new UnsupportedOperationException();
    }
}
