package io.narrows.tests.linearizability;

import io.grpc.StatusRuntimeException;
import io.narrows.node.etcd.ClusterGrpc;
import io.narrows.node.etcd.Member;
import io.narrows.node.etcd.MemberAddRequest;
import io.narrows.node.etcd.MemberListRequest;
import io.narrows.node.etcd.MemberRemoveRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A member that is added to a group and never started. */
final class PendingMember {
    private static final String URL = "http://store-4:2380";
    private static final Duration ADDITION_LIMIT = Duration.ofSeconds(20);
    private static final Duration CALL_LIMIT = Duration.ofSeconds(10);
    private static final Duration REMOVAL_LIMIT = Duration.ofSeconds(90);

    private final List<StoreClient> members;

    /** @param members of the group */
    PendingMember(List<StoreClient> members) {
        this.members = members;
    }

    /**
     * Asks one member to add it, without waiting for the response: the addition may not complete before the new member has
     * started.
     */
    void add(StoreClient asked) {
        ClusterGrpc.newFutureStub(asked.channel())
                .withDeadlineAfter(ADDITION_LIMIT.toSeconds(), TimeUnit.SECONDS)
                .memberAdd(MemberAddRequest.newBuilder().addPeerURLs(URL).build());
    }

    /** Asks one member to remove it, without waiting for the response; does nothing if that member does not know it. */
    void askToRemove(StoreClient asked) {
        ClusterGrpc.ClusterFutureStub stub = ClusterGrpc.newFutureStub(asked.channel())
                .withDeadlineAfter(ADDITION_LIMIT.toSeconds(), TimeUnit.SECONDS);
        try {
            for (Member each : added(asked)) {
                stub.memberRemove(
                        MemberRemoveRequest.newBuilder().setID(each.getID()).build());
            }
        } catch (StatusRuntimeException unanswered) {
            // It stays pending until remove().
        }
    }

    /** Waits until the group does not have it. */
    void remove() {
        Awaitility.await("the removal of " + URL)
                .atMost(REMOVAL_LIMIT)
                .until(() -> members.stream().anyMatch(PendingMember::isGone));
    }

    /** Returns whether one member no longer lists it. */
    private static boolean isGone(StoreClient member) {
        try {
            for (Member each : added(member)) {
                stub(member)
                        .memberRemove(MemberRemoveRequest.newBuilder()
                                .setID(each.getID())
                                .build());
            }
            return true;
        } catch (StatusRuntimeException unanswered) {
            return false;
        }
    }

    private static List<Member> added(StoreClient member) {
        return stub(member)
                .memberList(MemberListRequest.newBuilder().setLinearizable(true).build())
                .getMembersList()
                .stream()
                .filter(each -> each.getPeerURLsList().contains(URL))
                .toList();
    }

    private static ClusterGrpc.ClusterBlockingStub stub(StoreClient member) {
        return ClusterGrpc.newBlockingStub(member.channel())
                .withDeadlineAfter(CALL_LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
}
