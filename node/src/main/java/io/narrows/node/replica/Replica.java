package io.narrows.node.replica;

import io.narrows.node.command.Answer;
import io.narrows.node.command.Command;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Question;
import io.narrows.node.raftlog.LogSize;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * This member of the group, as seen by the API. Safe for use by many threads; no call blocks. Futures fail with an
 * {@link io.narrows.node.error.EtcdException} if the group cannot serve the request now. They complete on any thread,
 * always within two request timeouts.
 */
public interface Replica {
    /**
     * Proposes a command and returns its outcome; the command is applied here when the future completes. After a failure it
     * may or may not have been applied, now or later.
     */
    CompletableFuture<Outcome> propose(Command command);

    /** Completes when everything that the group had acknowledged before the call is applied here. */
    CompletableFuture<Void> readBarrier();

    /**
     * Renews a lease or asks for its remaining time, which only the leader knows. If the leader fails, is silent for two
     * election timeouts (at least two seconds), or there is none, asks again until the request's timeout, then fails, with
     * NO_LEADER if none is known. If the future is canceled, does not ask again.
     */
    CompletableFuture<Answer> ask(Question question);

    /**
     * Completes with the peer addresses of the voters that the leader has heard from within an election timeout, including
     * its own. Fails at once if no leader is known.
     */
    CompletableFuture<Set<String>> heard();

    /** Completes with the index up to which another member has applied the log. Fails if that member does not answer. */
    CompletableFuture<Long> appliedBy(String peerAddress);

    /** Transfers the leadership to another member; completes when that member leads. */
    CompletableFuture<Void> moveLeader(String peerAddress);

    ReplicaStatus status();

    /** Returns the size of this member's log on disk. */
    LogSize logSize();

    /** Returns the latest term known to this member. Unlike {@link #status}, it takes no lock. */
    long term();
}
