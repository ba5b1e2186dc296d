package io.narrows.storage.memtable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The nodes of a skip list, in arrays separate from the entries: most of a search touches only nodes. One thread adds
 * and links nodes; others see a complete node once they have followed a link to it.
 *
 * <pre>
 *  0           1          2               3            4
 *  +-----------+----------+---------------+------------+------------+--
 *  | number of | address  | node of the   | link,      | link,      | ...  as many links as the node is high
 *  | the key   | of entry | key's oldest  | level 0    | level 1    |
 *  |           |          | entry         |            |            |
 *  +-----------+----------+---------------+------------+------------+--
 *
 *  link: high half of the number of the node that it leads to &lt;&lt; 32 | that node
 *  node: number of the array &lt;&lt; 15 | index in it
 * </pre>
 *
 * The high half of a number in a link decides most comparisons without reading the target node, which would usually be a
 * cache miss. Link and half share one long, so that they always belong to the same node.
 */
final class Nodes {
    /** The node before all others. No link points to it, so its number can represent the end of a level in links. */
    static final int HEAD = 0;

    /** Target of a link at the end of a level. */
    static final int NONE = 0;

    static final int MAX_HEIGHT = 12;

    /** A link at the end of a level: its half is the highest possible, as if a key above all others followed. */
    private static final long END = 0xffff_ffffL << 32;

    private static final VarHandle LINKS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int LINKS_AT = 3;
    private static final int BLOCK_BITS = 15;
    private static final int MAX_BLOCK = 1 << BLOCK_BITS;
    private static final int FIRST_BLOCK = 1 << 8;
    private static final int FIRST_DIRECTORY = 2;

    /** The arrays by number, published like those of {@link EntryArena}. */
    private record Directory(long[][] blocks) {}

    /** Replaced by a longer one when full. A plain field: see {@link Directory}. */
    private Directory directory = new Directory(new long[FIRST_DIRECTORY][]);

    private int blockCount;
    private int used;
    private long blockBytes;

    Nodes() {
        addBlock(FIRST_BLOCK);
        used = LINKS_AT + MAX_HEIGHT;
        Arrays.fill(directory.blocks[0], LINKS_AT, used, END);
    }

    /**
     * Adds a node to which no link points yet.
     *
     * @param oldest the node of the same key's oldest entry; {@link #NONE} if that is the new node itself
     */
    int add(long number, long address, int oldest, int height) {
        int size = LINKS_AT + height;
        int room = directory.blocks[blockCount - 1].length;
        if (size > room - used) {
            addBlock(Math.min(2 * room, MAX_BLOCK));
            used = 0;
        }
        long[] block = directory.blocks[blockCount - 1];
        int node = blockCount - 1 << BLOCK_BITS | used;
        block[used] = number;
        block[used + 1] = address;
        block[used + 2] = oldest == NONE ? node : oldest;
        used += size;
        return node;
    }

    /** Links a new node into a level: copies the link of its predecessor, then links the predecessor to it. */
    void insert(int node, int before, int level) {
        long[] block = block(node);
        int at = index(node);
        block[at + LINKS_AT + level] = link(before, level);
        LINKS.setRelease(block(before), index(before) + LINKS_AT + level, linkTo(block[at], node));
    }

    long link(int node, int level) {
        return (long) LINKS.getAcquire(block(node), index(node) + LINKS_AT + level);
    }

    long number(int node) {
        return block(node)[index(node)];
    }

    long address(int node) {
        return block(node)[index(node) + 1];
    }

    /** Returns the node of the oldest entry of the same key, at the time when this one was added. */
    int oldest(int node) {
        return (int) block(node)[index(node) + 2];
    }

    /** Returns the size of all arrays in bytes. */
    long memoryBytes() {
        return blockBytes;
    }

    /** Returns the target node of a link. */
    static int target(long link) {
        return (int) link;
    }

    /** Returns the high half of the target node's number. */
    static int half(long link) {
        return (int) (link >>> 32);
    }

    private static long linkTo(long number, int node) {
        return number & ~0xffff_ffffL | node;
    }

    private void addBlock(int longs) {
        long[] block = new long[longs];
        if (blockCount == directory.blocks.length) {
            directory = new Directory(Arrays.copyOf(directory.blocks, 2 * blockCount));
        }
        directory.blocks[blockCount++] = block;
        blockBytes += (long) longs * Long.BYTES;
    }

    private long[] block(int node) {
        return directory.blocks[node >>> BLOCK_BITS];
    }

    private static int index(int node) {
        return node & MAX_BLOCK - 1;
    }
}
