package io.narrows.node.replica;

import io.narrows.node.command.MemberRecord;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Peer addresses of the voters and of the learners, which only receive the log. */
record RaftMembers(Set<String> voters, Set<String> learners) {
    static RaftMembers of(List<MemberRecord> members) {
        return new RaftMembers(
                addresses(members, member -> !member.getLearner()), addresses(members, MemberRecord::getLearner));
    }

    private static Set<String> addresses(List<MemberRecord> members, Predicate<MemberRecord> which) {
        return members.stream()
                .filter(which)
                .map(MemberRecord::getPeerAddress)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    boolean contains(String peerAddress) {
        return voters.contains(peerAddress) || learners.contains(peerAddress);
    }
}
