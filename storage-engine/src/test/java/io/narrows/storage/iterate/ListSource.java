package io.narrows.storage.iterate;

import io.narrows.storage.InternalIterator;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.VersionedRow;
import java.io.IOException;
import java.util.Arrays;
import java.util.TreeSet;

/** A source of rows. Moving overwrites the previous key and value, which exposes code that uses a view for too long. */
final class ListSource implements InternalIterator {
    private final TreeSet<VersionedRow> rows = new TreeSet<>(VersionedRow.ORDER);
    private VersionedRow at;
    private byte[] key = {};
    private byte[] value = {};
    private int moves;
    private boolean fails;
    private boolean closed;

    ListSource(Iterable<VersionedRow> rows) {
        rows.forEach(this.rows::add);
    }

    /** Inserts a row during iteration, as in a memtable. */
    void add(VersionedRow row) {
        rows.add(row);
    }

    /** Returns the number of moves so far, searches and steps. */
    int moves() {
        return moves;
    }

    /** Makes the next move fail. */
    void failOnce() {
        fails = true;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public boolean isValid() {
        return at != null;
    }

    @Override
    public void seekToFirst() throws IOException {
        moveTo(rows.isEmpty() ? null : rows.first());
    }

    @Override
    public void seekToLast() throws IOException {
        moveTo(rows.isEmpty() ? null : rows.last());
    }

    @Override
    public void seek(Slice userKey, long trailer) throws IOException {
        byte[] target = InternalKey.of(userKey, trailer);
        moveTo(rows.stream()
                .filter(row -> compare(row, target) >= 0)
                .findFirst()
                .orElse(null));
    }

    @Override
    public void seekForPrev(Slice userKey, long trailer) throws IOException {
        byte[] target = InternalKey.of(userKey, trailer);
        moveTo(rows.descendingSet().stream()
                .filter(row -> compare(row, target) <= 0)
                .findFirst()
                .orElse(null));
    }

    private static int compare(VersionedRow row, byte[] target) {
        byte[] own = InternalKey.of(row.key(), trailer(row));
        return InternalKey.compare(own, 0, own.length, target, 0, target.length);
    }

    private static long trailer(VersionedRow row) {
        return InternalKey.trailer(row.sequence(), row.type());
    }

    @Override
    public void next() throws IOException {
        moveTo(rows.higher(required()));
    }

    @Override
    public void prev() throws IOException {
        moveTo(rows.lower(required()));
    }

    private void moveTo(VersionedRow row) throws IOException {
        moves++;
        Arrays.fill(key, (byte) 0x55);
        Arrays.fill(value, (byte) 0x55);
        at = null;
        if (fails) {
            fails = false;
            throw new IOException("failed as it was told to");
        }
        at = row;
        if (row != null) {
            key = row.key().toByteArray();
            value = row.value().toByteArray();
        }
    }

    @Override
    public Slice userKey() {
        required();
        return Slice.of(key);
    }

    @Override
    public long trailer() {
        return trailer(required());
    }

    @Override
    public Slice value() {
        required();
        return Slice.of(value);
    }

    @Override
    public void close() {
        closed = true;
    }

    private VersionedRow required() {
        if (at == null) {
            throw new IllegalStateException("stands nowhere");
        }
        return at;
    }
}
