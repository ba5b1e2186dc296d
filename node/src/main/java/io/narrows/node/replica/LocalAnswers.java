package io.narrows.node.replica;

import io.narrows.node.command.Answer;
import io.narrows.node.command.Heard;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.command.Question;
import io.narrows.node.command.Standing;
import io.narrows.node.lease.LeaseKeeper;
import io.narrows.node.mvcc.Keyspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** Answers the questions of members from this member's own state: leases from the leader's clock, members as they are applied. */
final class LocalAnswers {
    private final String self;
    private final Keyspace keyspace;
    private final LeaseKeeper leases;
    private final Consensus consensus;

    /** @param self this member's peer address */
    LocalAnswers(String self, Keyspace keyspace, LeaseKeeper leases, Consensus consensus) {
        this.self = self;
        this.keyspace = keyspace;
        this.leases = leases;
        this.consensus = consensus;
    }

    Answer answer(Question question) {
        return switch (question.getKindCase()) {
            case STANDING ->
                Answer.newBuilder()
                        .setStanding(standing(question.getStanding()))
                        .build();
            case ROLL ->
                Answer.newBuilder()
                        .setHeard(Heard.newBuilder().addAllMembers(consensus.heard()))
                        .build();
            default -> leases.answer(question);
        };
    }

    private Standing standing(String peerAddress) {
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
