package io.narrows.node.api;

import io.narrows.node.command.MemberRecord;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.state.ChangeListener;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Tracks whether this member is a learner, according to its applied member list. Safe for use by many threads. */
public final class Learnership implements ChangeListener {
    private final Keyspace keyspace;
    private final String peerAddress;
    private volatile boolean learner;

    /** @param peerAddress peer address of this member */
    public Learnership(Keyspace keyspace, String peerAddress) {
        this.keyspace = keyspace;
        this.peerAddress = peerAddress;
        look();
    }

    /** Returns whether this member is a learner; false if the list does not contain it. */
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
