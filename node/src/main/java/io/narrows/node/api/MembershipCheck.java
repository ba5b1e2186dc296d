package io.narrows.node.api;

import io.narrows.node.command.MemberRecord;
import io.narrows.node.error.EtcdError;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Refuses changes of the members after which the group might agree on nothing any more. The rules are those of etcd's strict
 * reconfiguration check, {@code mayAddMember}, {@code mayRemoveMember} and {@code mayPromoteMember} of
 * {@code server/etcdserver/server.go}. Only voters count.
 */
final class MembershipCheck {
    private MembershipCheck() {}

    /**
     * Returns the objection to one more voter, if there is one.
     *
     * @param heard peer addresses of the voters that the leader hears
     */
    static Optional<EtcdError> objectionToAdd(List<MemberRecord> members, Set<String> heard) {
        List<MemberRecord> voters = voters(members);
        int after = voters.size() + 1;
        long started = started(voters);
        boolean secondOfOne = started == 1 && after == 2; // or a group of one could never grow
        if (!secondOfOne && started < quorum(after)) {
            return Optional.of(EtcdError.MEMBER_NOT_ENOUGH_STARTED);
        }
        return objectionToAddLearner(members, heard);
    }

    /**
     * Returns the objection to one more learner, if there is one.
     *
     * @param heard as for {@link #objectionToAdd}
     */
    static Optional<EtcdError> objectionToAddLearner(List<MemberRecord> members, Set<String> heard) {
        return voters(members).stream().allMatch(voter -> heard.contains(voter.getPeerAddress()))
                ? Optional.empty()
                : Optional.of(EtcdError.UNHEALTHY);
    }

    /**
     * Returns the objection to a removal, if there is one. A learner may always go. The state machine refuses the removal of a member
     * that is not there.
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

    /** Returns the objection to one more voter that is a started learner so far, if there is one. */
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
