package io.narrows.node.bolt;

import java.util.BitSet;

/** The pages of a tree read so far. No page may be read twice, so a walk ends even if children refer to their parents. */
final class VisitedPages {
    private final BitSet ids = new BitSet();

    /** Adds pages; returns false if one of them was already visited. */
    boolean add(long first, long length) {
        int from = Math.toIntExact(first);
        int to = Math.toIntExact(first + length);
        int next = ids.nextSetBit(from);
        if (next >= 0 && next < to) {
            return false;
        }
        ids.set(from, to);
        return true;
    }
}
