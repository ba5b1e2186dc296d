package io.narrows.node.replica;

import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.peer.message.AskReply;
import io.narrows.node.peer.message.AskRequest;
import io.narrows.node.peer.message.ProposeReply;
import io.narrows.node.peer.message.ProposeRequest;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests of other members. Before it has joined, a new member answers that it has not begun; a member that
 * joined earlier and is restarting gives an answer that cannot be mistaken for this one.
 */
final class RequestsOfOthers {
    private final boolean isNew;

    /** Null until this member has joined. */
    private volatile @Nullable Joined joined;

    private record Joined(RaftReplica replica, LocalAnswers local) {}

    /** @param isNew whether this member has never joined */
    RequestsOfOthers(boolean isNew) {
        this.isNew = isNew;
    }

    /** Starts serving; called when this member has joined. */
    void begin(RaftReplica of, LocalAnswers by) {
        joined = new Joined(of, by);
    }

    CompletableFuture<ProposeReply> propose(ProposeRequest request) {
        Joined begun = joined;
        if (begun == null) {
            return CompletableFuture.completedFuture(failed(new NotTakenException("the member is starting")));
        }
        return begun.replica
                .append(request.getEntry())
                .handle((agreed, failure) -> failure == null ? agreed(agreed) : failed(failure));
    }

    private static ProposeReply agreed(Agreed agreed) {
        return ProposeReply.newBuilder()
                .setIndex(agreed.index())
                .setOutcomes(agreed.outcomes())
                .build();
    }

    private static ProposeReply failed(Throwable failure) {
        return ProposeReply.newBuilder().setFailure(Failures.message(failure)).build();
    }

    CompletableFuture<AskReply> ask(AskRequest request) {
        Joined begun = joined;
        if (begun == null) {
            return CompletableFuture.completedFuture(
                    notAnswered(isNew ? new NotBegunException() : new EtcdException(EtcdError.NO_LEADER)));
        }
        // Only the standing of members may be answered from the applied state; everything else by a confirmed leader.
        boolean asApplied = request.getAsApplied() && request.getQuestion().hasStanding();
        return (asApplied
                        ? CompletableFuture.completedFuture(
                                begun.local.standing(request.getQuestion().getStanding()))
                        : begun.replica.answerAsLeader(request.getQuestion()))
                .handle((answer, failure) -> failure == null
                        ? AskReply.newBuilder().setAnswer(answer).build()
                        : notAnswered(failure));
    }

    private static AskReply notAnswered(Throwable failure) {
        return AskReply.newBuilder().setFailure(Failures.message(failure)).build();
    }
}
