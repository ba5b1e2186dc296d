package io.narrows.node.api;

import io.narrows.node.command.MemberRecord;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.state.ChangeListener;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Whether this member is a learner, as it has applied the list of members. Safe for use by many threads. */
public final class Learnership implements ChangeListener {
    private final Keyspace keyspace;
    private final String peerAddress;
    private volatile boolean learner;

    /** @param peerAddress this member's */
    public Learnership(Keyspace keyspace, String peerAddress) {
        this.keyspace = keyspace;
        this.peerAddress = peerAddress;
        look();
    }

    /** Returns false as well while the list does not have this member. */
    boolean isLearner() {
        return learner;
    }

    @Override
    public void membersChanged() {
        look();
    }

    @Override
    public void replaced() {
        look();
    }

    private void look() {
        try {
            learner = keyspace.member(peerAddress).map(MemberRecord::getLearner).orElse(false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
