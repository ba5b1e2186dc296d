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
import java.util.Set;
import java.util.function.Supplier;

/** Answers the questions of members from this member's own state: leases from the leader's clock, members as they are applied. */
final class LocalAnswers {
    private final Keyspace keyspace;
    private final LeaseKeeper leases;
    private final Supplier<Set<String>> configured;
    private final Supplier<Set<String>> heard;

    /**
     * @param configured supplies the peer addresses in Raft's configuration
     * @param heard supplies those of the members that this one hears, while it leads
     */
    LocalAnswers(Keyspace keyspace, LeaseKeeper leases, Supplier<Set<String>> configured, Supplier<Set<String>> heard) {
        this.keyspace = keyspace;
        this.leases = leases;
        this.configured = configured;
        this.heard = heard;
    }

    Answer answer(Question question) {
        return switch (question.getKindCase()) {
            case STANDING ->
                Answer.newBuilder()
                        .setStanding(standing(question.getStanding()))
                        .build();
            case ROLL ->
                Answer.newBuilder()
                        .setHeard(Heard.newBuilder().addAllMembers(heard.get()))
                        .build();
            default -> leases.answer(question);
        };
    }

    private Standing standing(String peerAddress) {
        List<MemberRecord> members = members();
        Optional<MemberRecord> asking = members.stream()
                .filter(member -> member.getPeerAddress().equals(peerAddress))
                .findAny();
        return Standing.newBuilder()
                .setMembers(members.size())
                .setMember(asking.isPresent())
                .setStarted(asking.map(member -> !member.getName().isEmpty()).orElse(false))
                .setConfigured(configured.get().contains(peerAddress))
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
