package io.narrows.node.bolt;

import java.util.BitSet;

/** Which pages of a tree were read: none may be read twice, so a walk ends even where children refer to their parents. */
final class VisitedPages {
    private final BitSet ids = new BitSet();

    /** False when one of them is in it already. */
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
