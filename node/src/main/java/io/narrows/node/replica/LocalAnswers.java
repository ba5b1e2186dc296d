package io.narrows.node.replica;

import io.narrows.node.command.Answer;
import io.narrows.node.command.Command;
import io.narrows.node.command.Heard;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Question;
import io.narrows.node.command.Standing;
import io.narrows.node.lease.Lessor;
import io.narrows.node.mvcc.Keyspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Answers members' questions from this member's own state: leases from the leader's clock, members from the applied state. */
final class LocalAnswers {
    private final String self;
    private final Keyspace keyspace;
    private final Lessor leases;
    private final Consensus consensus;

    /** @param self peer address of this member */
    LocalAnswers(String self, Keyspace keyspace, Lessor leases, Consensus consensus) {
        this.self = self;
        this.keyspace = keyspace;
        this.leases = leases;
        this.consensus = consensus;
    }

    /**
     * Answers as the leader; a majority has confirmed it since the question was asked.
     *
     * @param propose as needed by {@link Lessor#answer}
     */
    CompletableFuture<Answer> answer(Question question, Function<Command, CompletableFuture<Outcome>> propose) {
        return switch (question.getKindCase()) {
            case STANDING -> CompletableFuture.completedFuture(standing(question.getStanding()));
            case ROLL -> CompletableFuture.completedFuture(heard());
            default -> leases.answer(question, propose);
        };
    }

    private Answer heard() {
        return Answer.newBuilder()
                .setHeard(Heard.newBuilder().addAllMembers(consensus.heard()))
                .build();
    }

    /** Returns the standing of the member with this peer address, according to the state applied here. */
    Answer standing(String peerAddress) {
        return Answer.newBuilder().setStanding(applied(peerAddress)).build();
    }

    private Standing applied(String peerAddress) {
        List<MemberRecord> members = members();
        RaftMembers raftMembers = RaftMembers.of(members);
        Optional<MemberRecord> asking = members.stream()
                .filter(member -> member.getPeerAddress().equals(peerAddress))
                .findAny();
        return Standing.newBuilder()
                .setVoters(raftMembers.voters().size())
                .setMember(asking.isPresent())
                .setStarted(asking.map(member -> !member.getName().isEmpty()).orElse(false))
                .setConfigured(consensus.members().contains(peerAddress))
                .setFromLearner(raftMembers.learners().contains(self))
                .setApplied(consensus.applied())
                .build();
    }

    private List<MemberRecord> members() {
        try {
            return keyspace.members();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
