package io.narrows.node.api;

import io.narrows.node.command.MemberRecord;
import io.narrows.node.error.EtcdError;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Refuses changes of the members after which the group might agree on nothing any more. The rules are those of etcd's strict
 * reconfiguration check, {@code mayAddMember} and {@code mayRemoveMember} of {@code server/etcdserver/server.go}.
 */
final class MembershipCheck {
    private MembershipCheck() {}

    /**
     * Returns the objection to one more member, if there is one.
     *
     * @param heard peer addresses of the members that the leader hears
     */
    static Optional<EtcdError> objectionToAdd(List<MemberRecord> members, Set<String> heard) {
        int after = members.size() + 1;
        long started = members.stream().filter(MembershipCheck::isStarted).count();
        boolean secondOfOne = started == 1 && after == 2; // or a group of one could never grow
        if (!secondOfOne && started < quorum(after)) {
            return Optional.of(EtcdError.MEMBER_NOT_ENOUGH_STARTED);
        }
        return members.stream().allMatch(member -> heard.contains(member.getPeerAddress()))
                ? Optional.empty()
                : Optional.of(EtcdError.UNHEALTHY);
    }

    /**
     * Returns the objection to a removal, if there is one. The state machine refuses one of a member that is not there.
     *
     * @param heard peer addresses of the members that the leader hears
     */
    static Optional<EtcdError> objectionToRemove(List<MemberRecord> members, long id, Set<String> heard) {
        List<MemberRecord> others =
                members.stream().filter(member -> member.getId() != id).toList();
        if (others.size() == members.size()) {
            return Optional.empty();
        }
        if (others.stream().filter(MembershipCheck::isStarted).count() < quorum(others.size())) {
            return Optional.of(EtcdError.MEMBER_NOT_ENOUGH_STARTED);
        }
        boolean isDown =
                members.stream().noneMatch(member -> member.getId() == id && heard.contains(member.getPeerAddress()));
        long remaining = others.stream()
                .filter(member -> heard.contains(member.getPeerAddress()))
                .count();
        return isDown || remaining >= quorum(others.size()) ? Optional.empty() : Optional.of(EtcdError.UNHEALTHY);
    }

    private static boolean isStarted(MemberRecord member) {
        return !member.getName().isEmpty();
    }

    private static int quorum(int members) {
        return members / 2 + 1;
    }
}
