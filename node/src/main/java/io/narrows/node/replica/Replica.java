package io.narrows.node.replica;

import io.narrows.node.command.Answer;
import io.narrows.node.command.Command;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Question;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * This member of the group, as the API sees it. Safe for use by many threads; no call blocks. Futures fail with an
 * {@link io.narrows.node.error.EtcdException} where the group cannot do it now, and complete on any thread.
 */
public interface Replica {
    /**
     * Has the group agree on a command, and says what applying it came to. It is here already when the future completes. After a
     * failure it may have been applied, or may be later.
     */
    CompletableFuture<Outcome> propose(Command command);

    /** Completes when all that the group had acknowledged at the time of the call is applied here. */
    CompletableFuture<Void> readBarrier();

    /** Asks the leader what only it knows. */
    CompletableFuture<Answer> ask(Question question);

    /** Completes with the peer addresses of the voters that the leader has heard within an election timeout, its own included. */
    CompletableFuture<Set<String>> heard();

    /** Completes with the index up to which another member has applied the log. Fails if that member does not answer. */
    CompletableFuture<Long> appliedBy(String peerAddress);

    /** Gives the leadership to another member; completes when it has it. */
    CompletableFuture<Void> moveLeader(String peerAddress);

    ReplicaStatus status();
}
