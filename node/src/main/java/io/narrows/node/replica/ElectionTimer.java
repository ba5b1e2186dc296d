package io.narrows.node.replica;

import com.alipay.sofa.jraft.core.NodeImpl;
import com.alipay.sofa.jraft.util.RepeatedTimer;
import java.lang.reflect.Field;

/**
 * SOFAJRaft's timer that detects the loss of a leader.
 *
 * <p>SOFAJRaft 1.4.1 does not start it on a restarted learner. If that learner is promoted, it is not started before the
 * next term begins either. A learner without the timer keeps reporting a leader that is gone. A voter without it never
 * stands for election: if only this member has all acknowledged entries when the leader fails, the group never gets a leader
 * again. Starting the timer is safe: a learner that joined for the first time has it running, and a learner whose timer
 * fires does not stand for election.
 *
 * <p>No public method starts the timer, so this class uses reflection.
 */
final class ElectionTimer {
    private static final String FIELD = "electionTimer";

    private ElectionTimer() {}

    /** Starts the timer unless it is running. */
    static void start(NodeImpl node) {
        try {
            Field field = NodeImpl.class.getDeclaredField(FIELD);
            field.setAccessible(true);
            ((RepeatedTimer) field.get(node)).start();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "SOFAJRaft's NodeImpl has no field " + FIELD + " (expected: release 1.4.1)", e);
        }
    }
}
