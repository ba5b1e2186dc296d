package io.narrows.proxy.link.shared;

import java.util.concurrent.Executor;

/** One link's part in the history that is shared with its peer. Used on the link's event loop. */
public final class LinkHistory {
    private final Keeper keeper;
    private final Learner learner;
    private final Teacher teacher;
    private final Receiver receiver;

    /**
     * @param peer the id of the node at the other end
     * @param loop runs what is to be said, on the link's event loop, and flushes it
     * @param messages writes to the peer
     */
    public LinkHistory(SharedHistories histories, String peer, Executor loop, HistoryMessages messages) {
        PeerHistory shared = histories.of(peer);
        this.keeper = new Keeper(shared, messages);
        this.learner = new Learner(shared, messages);
        this.teacher = new Teacher(shared, loop, messages);
        this.receiver = new Receiver(shared);
    }

    /** Of what this side sends. */
    public Keeper keeper() {
        return keeper;
    }

    /** For what this side sends. */
    public Learner learner() {
        return learner;
    }

    /** For what the peer sends. */
    public Teacher teacher() {
        return teacher;
    }

    /** Of what the peer sends. */
    public Receiver receiver() {
        return receiver;
    }

    /** The peer sends nothing more. */
    public void peerFinished() {
        teacher.close();
        receiver.close();
    }

    /** Memory of the streams of this link, and its part of others that have ended. */
    public long memoryBytes() {
        return keeper.memoryBytes() + receiver.memoryBytes() + teacher.memoryBytes();
    }

    /** The link ended. */
    public void close() {
        keeper.close();
        teacher.close();
        receiver.close();
    }
}
