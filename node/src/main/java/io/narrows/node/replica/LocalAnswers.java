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

/** Answers the questions of members from this member's own state: leases from the leader's clock, members as they are applied. */
final class LocalAnswers {
    private final String self;
    private final Keyspace keyspace;
    private final Lessor leases;
    private final Consensus consensus;

    /** @param self this member's peer address */
    LocalAnswers(String self, Keyspace keyspace, Lessor leases, Consensus consensus) {
        this.self = self;
        this.keyspace = keyspace;
        this.leases = leases;
        this.consensus = consensus;
    }

    /**
     * Answers as the leader, which a majority has confirmed since the question was asked.
     *
     * @param propose as {@link Lessor#answer} needs it
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

    /** Returns what this member has applied of the one with this peer address. */
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
