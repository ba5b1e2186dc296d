package io.narrows.node.replica;

import io.narrows.node.command.Answer;
import io.narrows.node.command.Entry;
import io.narrows.node.command.Question;
import io.narrows.node.peer.PeerRequests;
import io.narrows.node.peer.message.AskReply;
import io.narrows.node.peer.message.AskRequest;
import io.narrows.node.peer.message.ProposeReply;
import io.narrows.node.peer.message.ProposeRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Sends requests to other members. Each is sent once: the outcome of a failed request is unknown, and a second one might be
 * applied twice. Safe for use by many threads; no call blocks.
 */
final class OtherMembers {
    private final PeerRequests requests;

    OtherMembers(PeerRequests requests) {
        this.requests = requests;
    }

    /** Sends an entry to the leader. */
    CompletableFuture<Agreed> propose(String member, Entry entry, Duration within) {
        ProposeRequest request = ProposeRequest.newBuilder().setEntry(entry).build();
        return requests.send(member, request, within).thenCompose(reply -> agreed((ProposeReply) reply));
    }

    private static CompletableFuture<Agreed> agreed(ProposeReply reply) {
        return reply.hasFailure()
                ? CompletableFuture.failedFuture(Failures.told(reply.getFailure()))
                : CompletableFuture.completedFuture(new Agreed(reply.getIndex(), reply.getOutcomes()));
    }

    /** Asks the leader. */
    CompletableFuture<Answer> ask(String member, Question question, Duration within) {
        return ask(member, AskRequest.newBuilder().setQuestion(question).build(), within);
    }

    /** Asks any member; its applied state is sufficient. */
    CompletableFuture<Answer> askAsApplied(String member, Question question, Duration within) {
        return ask(
                member,
                AskRequest.newBuilder().setQuestion(question).setAsApplied(true).build(),
                within);
    }

    private CompletableFuture<Answer> ask(String member, AskRequest request, Duration within) {
        return requests.send(member, request, within).thenCompose(reply -> answer((AskReply) reply));
    }

    private static CompletableFuture<Answer> answer(AskReply reply) {
        return reply.hasFailure()
                ? CompletableFuture.failedFuture(Failures.told(reply.getFailure()))
                : CompletableFuture.completedFuture(reply.getAnswer());
    }
}
