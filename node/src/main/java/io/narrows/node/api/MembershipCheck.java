package io.narrows.node.api;

import io.narrows.node.command.MemberRecord;
import io.narrows.node.error.EtcdError;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Refuses member changes that could cost the group its quorum. The rules are those of etcd's strict reconfiguration
 * check, {@code mayAddMember}, {@code mayRemoveMember} and {@code mayPromoteMember} of
 * {@code server/etcdserver/server.go}. Only voters count.
 */
final class MembershipCheck {
    private MembershipCheck() {}

    /**
     * Returns the objection to adding a voter, if any.
     *
     * @param heard peer addresses of the voters that the leader hears from
     */
    static Optional<EtcdError> objectionToAdd(List<MemberRecord> members, Set<String> heard) {
        List<MemberRecord> voters = voters(members);
        int after = voters.size() + 1;
        long started = started(voters);
        boolean secondOfOne = started == 1 && after == 2; // otherwise a group of one could never grow
        if (!secondOfOne && started < quorum(after)) {
            return Optional.of(EtcdError.MEMBER_NOT_ENOUGH_STARTED);
        }
        return objectionToAddLearner(members, heard);
    }

    /**
     * Returns the objection to adding a learner, if any.
     *
     * @param heard as for {@link #objectionToAdd}
     */
    static Optional<EtcdError> objectionToAddLearner(List<MemberRecord> members, Set<String> heard) {
        return voters(members).stream().allMatch(voter -> heard.contains(voter.getPeerAddress()))
                ? Optional.empty()
                : Optional.of(EtcdError.UNHEALTHY);
    }

    /**
     * Returns the objection to a removal, if any. A learner can always be removed. The state machine refuses to remove
     * an unknown member.
     *
     * @param heard as for {@link #objectionToAdd}
     */
    static Optional<EtcdError> objectionToRemove(List<MemberRecord> members, long id, Set<String> heard) {
        List<MemberRecord> voters = voters(members);
        List<MemberRecord> others =
                voters.stream().filter(member -> member.getId() != id).toList();
        if (others.size() == voters.size()) {
            return Optional.empty();
        }
        if (started(others) < quorum(others.size())) {
            return Optional.of(EtcdError.MEMBER_NOT_ENOUGH_STARTED);
        }
        boolean isDown =
                voters.stream().noneMatch(member -> member.getId() == id && heard.contains(member.getPeerAddress()));
        long remaining = others.stream()
                .filter(member -> heard.contains(member.getPeerAddress()))
                .count();
        return isDown || remaining >= quorum(others.size()) ? Optional.empty() : Optional.of(EtcdError.UNHEALTHY);
    }

    /** Returns the objection to promoting a started learner to voter, if any. */
    static Optional<EtcdError> objectionToPromote(List<MemberRecord> members) {
        List<MemberRecord> voters = voters(members);
        return started(voters) + 1 < quorum(voters.size() + 1)
                ? Optional.of(EtcdError.MEMBER_NOT_ENOUGH_STARTED)
                : Optional.empty();
    }

    private static List<MemberRecord> voters(List<MemberRecord> members) {
        return members.stream().filter(member -> !member.getLearner()).toList();
    }

    private static long started(List<MemberRecord> members) {
        return members.stream().filter(member -> !member.getName().isEmpty()).count();
    }

    private static int quorum(int members) {
        return members / 2 + 1;
    }
}
