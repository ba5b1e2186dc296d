package io.narrows.storage.memtable;

import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A skip list of entries in internal key order, where one node in four is also in the next higher level (Pugh, "Skip Lists:
 * A Probabilistic Alternative to Balanced Trees", 1990). One thread inserts while any number of threads search: a node is
 * complete before a link points to it, and is linked from the lowest level up, so a search that finds it in one level also
 * finds it in all lower ones.
 *
 * <p>New entries of a key come before older ones, so the oldest one stays the last of its key: each node refers to the node of
 * its key's oldest entry, and the next key is one step from there, however often a key was written.
 *
 * <p>A search stops between two nodes and returns both, as {@code before << 32 | behind}: reading the link again could
 * return a node inserted since.
 */
final class SkipList {
    private static final long SEED = 0x6e6172726f7773L;

    private final Nodes nodes = new Nodes();
    private final EntryArena entries;
    private final KeyOrder order;
    private final SplittableRandom random = new SplittableRandom(SEED);

    /** In each level, the last node that is not after the node inserted last: ascending keys need no search. */
    private final int[] path = new int[Nodes.MAX_HEIGHT];

    /** Number of levels in use. Readers that see an old value can search in the lower levels alone. */
    private int height = 1;

    SkipList(EntryArena entries, KeyOrder order) {
        this.entries = entries;
        this.order = order;
        Arrays.fill(path, Nodes.HEAD);
    }

    /** @throws IllegalArgumentException if the list has that internal key */
    void insert(Slice key, long trailer, long address) {
        long number = order.number(key);
        long behind = nodes.link(path[0], 0);
        if (path[0] == Nodes.HEAD
                || compare(path[0], number, key, trailer) >= 0
                || leadsBefore(behind, number, key, trailer, 0)) {
            behind = findPath(number, key, trailer);
        }
        refuseSame(behind, number, key, trailer);
        int levels = randomHeight();
        int node = nodes.add(number, address, oldest(behind, number, key), levels);
        for (int level = 0; level < levels; level++) {
            nodes.insert(node, path[level], level);
            path[level] = node;
        }
        height = Math.max(height, levels);
    }

    /**
     * Returns a list of the same entries whose numbers omit the keys' common prefix; this list if the prefix would not grow.
     */
    SkipList withLearntOrder() {
        KeyOrder learnt = KeyOrder.between(entries.key(address(first())), entries.key(address(last())));
        if (learnt.sharedLength() <= order.sharedLength()) {
            return this;
        }
        SkipList list = new SkipList(entries, learnt);
        for (int node = last(); node != Nodes.HEAD; node = prev(node)) { // the oldest entry of a key first
            long address = address(node);
            list.insert(entries.key(address), entries.trailer(address), address);
        }
        return list;
    }

    int first() {
        return next(Nodes.HEAD);
    }

    int last() {
        int node = Nodes.HEAD;
        for (int level = height - 1; level >= 0; level--) {
            for (int next = target(node, level); next != Nodes.NONE; next = target(node, level)) {
                node = next;
            }
        }
        return node;
    }

    int next(int node) {
        return target(node, 0);
    }

    /**
     * Returns a later node: the first one of the next key if all entries of this node's key were inserted in the order of their
     * age, and otherwise possibly one of the same key.
     */
    int nextKey(int node) {
        return next(nodes.oldest(node));
    }

    /** Returns the last node before another one; {@link Nodes#HEAD} if there is none. */
    int prev(int node) {
        long address = nodes.address(node);
        return before(search(nodes.number(node), entries.key(address), entries.trailer(address), 0));
    }

    /** Returns the first node at or after an internal key; {@link Nodes#NONE} if there is none. */
    int ceiling(Slice key, long trailer) {
        return behind(search(order.number(key), key, trailer, 0));
    }

    /** Returns the last node at or before an internal key; {@link Nodes#HEAD} if there is none. */
    int floor(Slice key, long trailer) {
        return before(search(order.number(key), key, trailer, 1));
    }

    /** Returns the address of a node's entry. */
    long address(int node) {
        return nodes.address(node);
    }

    long memoryBytes() {
        return nodes.memoryBytes();
    }

    /** @param limit 0 to stop before a node of the same internal key, 1 to stop after it */
    private long search(long number, Slice key, long trailer, int limit) {
        int node = Nodes.HEAD;
        long stop = -1;
        for (int level = height - 1; level >= 0; level--) {
            long link = nodes.link(node, level);
            while (link != stop && leadsBefore(link, number, key, trailer, limit)) {
                node = Nodes.target(link);
                link = nodes.link(node, level);
            }
            stop = link;
        }
        return (long) node << 32 | Nodes.target(stop);
    }

    /** Records the path to an internal key; returns the link that follows it at level 0. */
    private long findPath(long number, Slice key, long trailer) {
        int node = Nodes.HEAD;
        long stop = -1;
        for (int level = height - 1; level >= 0; level--) {
            long link = nodes.link(node, level);
            while (link != stop && leadsBefore(link, number, key, trailer, 0)) {
                node = Nodes.target(link);
                link = nodes.link(node, level);
            }
            stop = link;
            path[level] = node;
        }
        return stop;
    }

    private boolean leadsBefore(long link, long number, Slice key, long trailer, int limit) {
        int half = (int) (number >>> 32);
        if (Nodes.half(link) != half) {
            return Integer.compareUnsigned(Nodes.half(link), half) < 0;
        }
        return Nodes.target(link) != Nodes.NONE && compare(Nodes.target(link), number, key, trailer) < limit;
    }

    private int compare(int node, long number, Slice key, long trailer) {
        long other = nodes.number(node);
        return other != number
                ? Long.compareUnsigned(other, number)
                : entries.compare(nodes.address(node), key, trailer);
    }

    private void refuseSame(long behind, long number, Slice key, long trailer) {
        if (Nodes.half(behind) == (int) (number >>> 32)
                && Nodes.target(behind) != Nodes.NONE
                && compare(Nodes.target(behind), number, key, trailer) == 0) {
            throw new IllegalArgumentException("key " + key + " already exists with sequence number "
                    + InternalKey.sequence(trailer) + ", " + InternalKey.type(trailer));
        }
    }

    /** Returns the node of the oldest entry of a key, if the target of a link has that key; otherwise {@link Nodes#NONE}. */
    private int oldest(long link, long number, Slice key) {
        int node = Nodes.target(link);
        return node != Nodes.NONE && nodes.number(node) == number && entries.hasKey(nodes.address(node), key)
                ? nodes.oldest(node)
                : Nodes.NONE;
    }

    private int randomHeight() {
        long bits = random.nextLong() | 1L << 2 * (Nodes.MAX_HEIGHT - 1);
        return 1 + (Long.numberOfTrailingZeros(bits) >> 1);
    }

    private int target(int node, int level) {
        return Nodes.target(nodes.link(node, level));
    }

    private static int before(long gap) {
        return (int) (gap >>> 32);
    }

    private static int behind(long gap) {
        return (int) gap;
    }
}
