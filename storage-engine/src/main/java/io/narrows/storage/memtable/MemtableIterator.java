package io.narrows.storage.memtable;

import io.narrows.storage.InternalIterator;
import io.narrows.storage.Slice;

/** Walks a skip list. It stands at a node, whatever is inserted meanwhile. */
final class MemtableIterator implements InternalIterator {
    private final SkipList list;
    private final EntryArena entries;
    private int node = Nodes.NONE;
    private long address;

    MemtableIterator(SkipList list, EntryArena entries) {
        this.list = list;
        this.entries = entries;
    }

    @Override
    public boolean isValid() {
        return node != Nodes.NONE;
    }

    @Override
    public void seekToFirst() {
        moveTo(list.first());
    }

    @Override
    public void seekToLast() {
        moveTo(list.last());
    }

    @Override
    public void seek(Slice userKey, long trailer) {
        moveTo(list.ceiling(userKey, trailer));
    }

    @Override
    public void seekForPrev(Slice userKey, long trailer) {
        moveTo(list.floor(userKey, trailer));
    }

    @Override
    public void next() {
        requireValid();
        moveTo(list.next(node));
    }

    @Override
    public void prev() {
        requireValid();
        moveTo(list.prev(node));
    }

    @Override
    public Slice userKey() {
        requireValid();
        return entries.key(address);
    }

    @Override
    public long trailer() {
        requireValid();
        return entries.trailer(address);
    }

    @Override
    public Slice value() {
        requireValid();
        return entries.value(address);
    }

    /** Stands nowhere when there is no node: {@link Nodes#NONE} and {@link Nodes#HEAD} are the same. */
    private void moveTo(int target) {
        node = target;
        if (target != Nodes.NONE) {
            address = list.address(target);
        }
    }

    private void requireValid() {
        if (node == Nodes.NONE) {
            throw new IllegalStateException("the iterator stands at no entry");
        }
    }
}
