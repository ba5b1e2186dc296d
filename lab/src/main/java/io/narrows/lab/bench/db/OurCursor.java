package io.narrows.lab.bench.db;

import io.narrows.storage.Slice;
import io.narrows.storage.iterate.DbIterator;
import java.io.IOException;

/** Reads entries in place, without a copy. */
final class OurCursor implements Cursor {
    private final DbIterator entries;

    OurCursor(DbIterator entries) {
        this.entries = entries;
    }

    @Override
    public boolean seekToFirst() throws IOException {
        entries.seekToFirst();
        return entries.isValid();
    }

    @Override
    public boolean seekToLast() throws IOException {
        entries.seekToLast();
        return entries.isValid();
    }

    @Override
    public boolean seek(byte[] wanted) throws IOException {
        entries.seek(Slice.of(wanted));
        return entries.isValid();
    }

    @Override
    public boolean next() throws IOException {
        entries.next();
        return entries.isValid();
    }

    @Override
    public boolean prev() throws IOException {
        entries.prev();
        return entries.isValid();
    }

    @Override
    public boolean isAt(byte[] wanted) {
        return entries.key().equals(Slice.of(wanted));
    }

    @Override
    public int read() {
        return entries.key().length() + entries.value().length();
    }

    @Override
    public void close() {
        entries.close();
    }
}
