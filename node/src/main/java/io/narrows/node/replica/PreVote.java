package io.narrows.node.replica;

import com.alipay.sofa.jraft.core.NodeImpl;
import com.alipay.sofa.jraft.core.State;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.locks.Lock;

/**
 * SOFAJRaft's pre-vote: asks the other voters whether they would vote for this member, and starts an election if a majority
 * would. Voters that hear from a leader would not. Only SOFAJRaft's timer starts it by itself, so this class uses reflection.
 */
final class PreVote {
    private final NodeImpl node;
    private final Lock lock;
    private final Field term;
    private final Method preVote;
    private final long since;

    private PreVote(NodeImpl node) throws ReflectiveOperationException {
        this.node = node;
        lock = (Lock) accessible("writeLock").get(node);
        term = accessible("currTerm");
        preVote = NodeImpl.class.getDeclaredMethod("preVote");
        preVote.setAccessible(true);
        since = currentTerm();
    }

    private static Field accessible(String name) throws NoSuchFieldException {
        Field field = NodeImpl.class.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    /** Prepares a pre-vote, which applies to the current term only. */
    static PreVote of(NodeImpl node) {
        try {
            return new PreVote(node);
        } catch (ReflectiveOperationException e) {
            throw incompatible(e);
        }
    }

    private static IllegalStateException incompatible(ReflectiveOperationException e) {
        return new IllegalStateException(
                "SOFAJRaft's NodeImpl lacks a field or method (expected: release 1.4.1): " + e.getMessage(), e);
    }

    private long currentTerm() throws ReflectiveOperationException {
        lock.lock();
        try {
            return term.getLong(node);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Starts the pre-vote, if this member is a follower without a leader and its term has not changed since: after another
     * election, this one would depose its winner. Does not wait for the result.
     *
     * @return false if it was not started
     */
    boolean begin() {
        lock.lock();
        boolean locked = true;
        try {
            boolean isDue = node.getNodeState() == State.STATE_FOLLOWER
                    && node.getLeaderId() == null
                    && term.getLong(node) == since;
            if (isDue) {
                locked = false; // the method expects the lock to be held, and releases it
                preVote.invoke(node);
            }
            return isDue;
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("SOFAJRaft's pre-vote has failed", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw incompatible(e);
        } finally {
            if (locked) {
                lock.unlock();
            }
        }
    }
}
