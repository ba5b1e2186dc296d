package io.narrows.storage.iterate;

import io.narrows.storage.InternalIterator;
import io.narrows.storage.Slice;
import java.io.IOException;
import java.util.List;

/**
 * Merges many sources. If two sources have the same internal key it is returned twice, first from the source that comes
 * first in the list.
 *
 * <p>The sources with a current entry form a binary heap, whose top is the iterator's position. After a step, the top
 * is compared only with the next best source, which stays the same as long as the top does; so a run of entries from
 * one source costs one comparison each.
 */
public final class MergingIterator implements InternalIterator {
    private final InternalIterator[] sources;

    /** Current key of each source. */
    private final Slice[] keys;

    private final long[] trailers;

    /** The sources that have a current entry; the first {@link #size} elements are valid. */
    private final int[] heap;

    private int size;

    /** Heap index, 1 or 2, of the source after the top; 0 if not yet known. */
    private int second;

    private boolean backwards;
    private boolean valid;

    private MergingIterator(InternalIterator[] sources) {
        this.sources = sources;
        this.keys = new Slice[sources.length];
        this.trailers = new long[sources.length];
        this.heap = new int[sources.length];
    }

    /**
     * Returns an iterator over all entries of several sources, which it closes; a single source is returned unchanged.
     */
    public static InternalIterator of(List<InternalIterator> sources) {
        return sources.size() == 1 ? sources.get(0) : new MergingIterator(sources.toArray(InternalIterator[]::new));
    }

    @Override
    public boolean isValid() {
        return valid;
    }

    @Override
    public void seekToFirst() throws IOException {
        begin(false);
        for (int source = 0; source < sources.length; source++) {
            sources[source].seekToFirst();
            addStanding(source);
        }
        order();
    }

    @Override
    public void seekToLast() throws IOException {
        begin(true);
        for (int source = 0; source < sources.length; source++) {
            sources[source].seekToLast();
            addStanding(source);
        }
        order();
    }

    @Override
    public void seek(Slice userKey, long trailer) throws IOException {
        Slice target = Slice.of(userKey.toByteArray()); // it may be a view of a source, which moves
        begin(false);
        for (int source = 0; source < sources.length; source++) {
            sources[source].seek(target, trailer);
            addStanding(source);
        }
        order();
    }

    @Override
    public void seekForPrev(Slice userKey, long trailer) throws IOException {
        Slice target = Slice.of(userKey.toByteArray()); // it may be a view of a source, which moves
        begin(true);
        for (int source = 0; source < sources.length; source++) {
            sources[source].seekForPrev(target, trailer);
            addStanding(source);
        }
        order();
    }

    @Override
    public void next() throws IOException {
        requireValid();
        if (backwards) {
            turn();
            return;
        }
        valid = false;
        sources[heap[0]].next();
        settle();
    }

    @Override
    public void prev() throws IOException {
        requireValid();
        if (!backwards) {
            turn();
            return;
        }
        valid = false;
        sources[heap[0]].prev();
        settle();
    }

    @Override
    public void nextKey(Slice userKey) throws IOException {
        requireValid();
        if (backwards) {
            turn();
            if (!isAt(userKey)) {
                return;
            }
        }
        int moved;
        do {
            moved = heap[0];
            valid = false;
            sources[moved].nextKey(userKey);
            settle();
        } while (valid && heap[0] != moved && isAt(userKey)); // the source that moved has passed the key
    }

    private boolean isAt(Slice userKey) {
        return valid && keys[heap[0]].equals(userKey);
    }

    @Override
    public Slice userKey() {
        requireValid();
        return keys[heap[0]];
    }

    @Override
    public long trailer() {
        requireValid();
        return trailers[heap[0]];
    }

    @Override
    public Slice value() {
        requireValid();
        return sources[heap[0]].value();
    }

    @Override
    public void close() {
        for (InternalIterator source : sources) {
            source.close();
        }
    }

    private void begin(boolean toGoBackwards) {
        valid = false;
        backwards = toGoBackwards;
        size = 0;
    }

    private void addStanding(int source) {
        if (look(source)) {
            heap[size++] = source;
        }
    }

    /** Caches a source's current key; returns false if it has none. */
    private boolean look(int source) {
        InternalIterator iterator = sources[source];
        if (!iterator.isValid()) {
            return false;
        }
        keys[source] = iterator.userKey();
        trailers[source] = iterator.trailer();
        return true;
    }

    /** Builds the heap from the sources in it. */
    private void order() {
        for (int place = size / 2 - 1; place >= 0; place--) {
            sink(place);
        }
        second = 0;
        valid = size > 0;
    }

    /** Restores the heap after the top source has moved. */
    private void settle() {
        if (!look(heap[0])) {
            heap[0] = heap[--size];
            sink(0);
            second = 0;
        } else if (size > 1) {
            if (second == 0) {
                second = size > 2 && isBefore(heap[2], heap[1]) ? 2 : 1;
            }
            if (isBefore(heap[second], heap[0])) {
                swap(0, second);
                sink(second);
                second = 0;
            }
        }
        valid = size > 0;
    }

    private void sink(int from) {
        int place = from;
        while (true) {
            int child = 2 * place + 1;
            if (child >= size) {
                return;
            }
            if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], heap[place])) {
                return;
            }
            swap(place, child);
            place = child;
        }
    }

    private void swap(int one, int other) {
        int source = heap[one];
        heap[one] = heap[other];
        heap[other] = source;
    }

    /** Returns whether one source's entry precedes the other's in the current direction. */
    private boolean isBefore(int one, int other) {
        int order = keys[one].compareTo(keys[other]);
        if (order == 0) {
            order = Long.compareUnsigned(trailers[other], trailers[one]);
            if (order == 0) {
                order = Integer.compare(one, other);
            }
        }
        return backwards ? order > 0 : order < 0;
    }

    /**
     * Moves one entry in the opposite direction: first moves all other sources to the other side of the top, then the
     * top itself.
     */
    private void turn() throws IOException {
        valid = false;
        backwards = !backwards;
        int top = heap[0];
        size = 0;
        for (int source = 0; source < sources.length; source++) {
            if (source != top) {
                pass(source, top);
                addStanding(source);
            }
        }
        step(sources[top]);
        addStanding(top);
        order();
    }

    /**
     * Moves a source from one side of the top to its nearest entry on the other side, or past its end if there is none.
     */
    private void pass(int source, int top) throws IOException {
        InternalIterator iterator = sources[source];
        if (iterator.isValid()) {
            step(iterator);
        } else if (backwards) {
            iterator.seekToLast();
        } else {
            iterator.seekToFirst();
        }
        if (look(source)
                && isBefore(source, top)) { // entries were inserted since it last moved, as may happen in a memtable
            if (backwards) {
                iterator.seekForPrev(keys[top], trailers[top]);
            } else {
                iterator.seek(keys[top], trailers[top]);
            }
        }
    }

    private void step(InternalIterator iterator) throws IOException {
        if (backwards) {
            iterator.prev();
        } else {
            iterator.next();
        }
    }

    private void requireValid() {
        if (!valid) {
            throw new IllegalStateException("the iterator is not positioned");
        }
    }
}
