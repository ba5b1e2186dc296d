package io.narrows.node.replica;

import com.alipay.sofa.jraft.core.NodeImpl;
import com.alipay.sofa.jraft.util.RepeatedTimer;
import java.lang.reflect.Field;

/**
 * SOFAJRaft's timer that notices the loss of a leader.
 *
 * <p>SOFAJRaft 1.4.1 does not start it on a learner that is restarted, and does not start it when the learner is promoted either, before
 * the next term begins. Such a learner reports a leader that is gone. Such a voter never stands for election, so that a group whose
 * leader fails has no leader for ever if only this member has all acknowledged entries. A learner that joined for the first time has the
 * timer running, and a learner whose timer fires does not stand for election; so running it is safe.
 *
 * <p>Nothing public starts it, hence the reflection.
 */
final class ElectionTimer {
    private static final String FIELD = "electionTimer";

    private ElectionTimer() {}

    /** Starts the timer unless it runs. */
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
