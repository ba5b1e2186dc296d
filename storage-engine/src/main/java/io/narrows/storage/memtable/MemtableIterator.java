package io.narrows.storage.memtable;

import io.narrows.storage.InternalIterator;
import io.narrows.storage.Slice;

/** Iterates over a memtable. Its position is a node, which concurrent inserts do not affect. */
final class MemtableIterator implements InternalIterator {
    private final Memtable memtable;
    private final EntryArena entries;
    private SkipList list;
    private int node = Nodes.NONE;
    private long address;

    MemtableIterator(Memtable memtable, EntryArena entries) {
        this.memtable = memtable;
        this.entries = entries;
        this.list = memtable.list();
    }

    @Override
    public boolean isValid() {
        return node != Nodes.NONE;
    }

    @Override
    public void seekToFirst() {
        list = memtable.list();
        moveTo(list.first());
    }

    @Override
    public void seekToLast() {
        list = memtable.list();
        moveTo(list.last());
    }

    @Override
    public void seek(Slice userKey, long trailer) {
        list = memtable.list();
        moveTo(list.ceiling(userKey, trailer));
    }

    @Override
    public void seekForPrev(Slice userKey, long trailer) {
        list = memtable.list();
        moveTo(list.floor(userKey, trailer));
    }

    @Override
    public void next() {
        followList();
        moveTo(list.next(node));
    }

    @Override
    public void prev() {
        followList();
        moveTo(list.prev(node));
    }

    @Override
    public void nextKey(Slice userKey) {
        followList();
        do {
            moveTo(list.nextKey(node));
        } while (isValid() && entries.hasKey(address, userKey));
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

    /** Becomes invalid if there is no node: {@link Nodes#NONE} and {@link Nodes#HEAD} are the same. */
    private void moveTo(int target) {
        node = target;
        if (target != Nodes.NONE) {
            address = list.address(target);
        }
    }

    /** Switches to the memtable's current list, at the same entry. */
    private void followList() {
        requireValid();
        if (list != memtable.list()) {
            list = memtable.list();
            node = list.ceiling(entries.key(address), entries.trailer(address));
        }
    }

    private void requireValid() {
        if (node == Nodes.NONE) {
            throw new IllegalStateException("the iterator is not positioned");
        }
    }
}
