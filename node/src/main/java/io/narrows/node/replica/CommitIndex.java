package io.narrows.node.replica;

import com.alipay.sofa.jraft.core.BallotBox;
import com.alipay.sofa.jraft.core.NodeImpl;
import java.lang.reflect.Field;

/**
 * SOFAJRaft's index of the last committed entry, up to which it passes entries to the state machine. SOFAJRaft does not
 * store it, and otherwise learns it from a leader, or by committing an entry as the leader. No public method sets it, so this class
 * uses reflection.
 */
final class CommitIndex {
    private static final String FIELD = "ballotBox";

    private CommitIndex() {}

    /**
     * Raises the index. Returns immediately; the entries are applied by another thread.
     *
     * @param index of an entry that is in this member's log and committed
     */
    static void raise(NodeImpl node, long index) {
        try {
            Field field = NodeImpl.class.getDeclaredField(FIELD);
            field.setAccessible(true);
            ((BallotBox) field.get(node))
                    .setLastCommittedIndex(index); // does nothing if the index is higher, or on a leader
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "SOFAJRaft's NodeImpl has no field " + FIELD + " (expected: release 1.4.1)", e);
        }
    }
}
