package io.narrows.storage.version;

import io.narrows.storage.InternalIterator;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Iterates over sorted, disjoint files one after another. Each file is opened when it is reached. */
public final class LevelIterator implements InternalIterator {
    private static final int NOWHERE = -1;

    private final Tables tables;
    private final List<FileMetadata> files;

    /** Index of the current file. */
    private int at = NOWHERE;

    /** Entries of the current file; null if there is none. */
    private @Nullable InternalIterator entries;

    /** @param files in key order: a level from 1 to 6, or a part of one */
    public LevelIterator(Tables tables, List<FileMetadata> files) {
        this.tables = tables;
        this.files = files;
    }

    @Override
    public boolean isValid() {
        return entries != null && entries.isValid();
    }

    @Override
    public void seekToFirst() throws IOException {
        firstFrom(0);
    }

    @Override
    public void seekToLast() throws IOException {
        lastUntil(files.size() - 1);
    }

    @Override
    public void seek(Slice userKey, long trailer) throws IOException {
        byte[] target = InternalKey.of(userKey, trailer);
        int low = 0;
        int high = files.size();
        while (low < high) {
            int middle = low + high >>> 1;
            if (compare(files.get(middle).largest(), target) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low == files.size()) {
            leave();
            return;
        }
        InternalIterator entered = enter(low);
        entered.seek(userKey, trailer);
        if (!entered.isValid()) {
            firstFrom(low + 1);
        }
    }

    @Override
    public void seekForPrev(Slice userKey, long trailer) throws IOException {
        byte[] target = InternalKey.of(userKey, trailer);
        int low = 0;
        int high = files.size();
        while (low < high) {
            int middle = low + high >>> 1;
            if (compare(files.get(middle).smallest(), target) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low == 0) {
            leave();
            return;
        }
        InternalIterator entered = enter(low - 1);
        entered.seekForPrev(userKey, trailer);
        if (!entered.isValid()) {
            lastUntil(low - 2);
        }
    }

    @Override
    public void next() throws IOException {
        InternalIterator current = entries();
        current.next();
        if (!current.isValid()) {
            firstFrom(at + 1);
        }
    }

    @Override
    public void prev() throws IOException {
        InternalIterator current = entries();
        current.prev();
        if (!current.isValid()) {
            lastUntil(at - 1);
        }
    }

    @Override
    public Slice userKey() {
        return entries().userKey();
    }

    @Override
    public long trailer() {
        return entries().trailer();
    }

    @Override
    public Slice value() {
        return entries().value();
    }

    @Override
    public void close() {
        leave();
    }

    /** Moves to the first entry from a file on. A file may have range deletions but no entry. */
    private void firstFrom(int first) throws IOException {
        for (int file = first; file < files.size(); file++) {
            InternalIterator entered = enter(file);
            entered.seekToFirst();
            if (entered.isValid()) {
                return;
            }
        }
        leave();
    }

    private void lastUntil(int last) throws IOException {
        for (int file = last; file >= 0; file--) {
            InternalIterator entered = enter(file);
            entered.seekToLast();
            if (entered.isValid()) {
                return;
            }
        }
        leave();
    }

    private InternalIterator enter(int file) throws IOException {
        if (file != at) {
            leave();
            try (Table table = tables.open(files.get(file))) {
                entries = table.iterator();
            }
            at = file;
        }
        return entries();
    }

    private void leave() {
        if (entries != null) {
            entries.close();
        }
        entries = null;
        at = NOWHERE;
    }

    private InternalIterator entries() {
        if (entries == null) {
            throw new IllegalStateException("the iterator is not positioned");
        }
        return entries;
    }

    private static int compare(Slice bound, byte[] target) {
        return InternalKey.compare(bound.array(), bound.offset(), bound.length(), target, 0, target.length);
    }
}
