package io.narrows.node.api;

import io.narrows.node.etcd.ResponseHeader;
import io.narrows.node.replica.Replica;
import io.narrows.node.state.MemberIds;
import java.util.function.LongSupplier;

/**
 * The header that every response has: who answered, and at which revision.
 *
 * @param clusterId the same on all members
 * @param memberId this member's
 * @param term of Raft
 */
record Headers(long clusterId, long memberId, LongSupplier term) {
    static Headers of(String cluster, Replica replica) {
        long memberId = MemberIds.ofMember(cluster, replica.status().peerAddress());
        return new Headers(
                MemberIds.ofCluster(cluster), memberId, () -> replica.status().term());
    }

    /** @param revision of the keyspace when the request was served */
    ResponseHeader at(long revision) {
        return header().setRevision(revision).build();
    }

    /** As etcd's answers about members have it. */
    ResponseHeader withoutRevision() {
        return header().build();
    }

    /** Completes a header that has a revision only. */
    ResponseHeader complete(ResponseHeader header) {
        return at(header.getRevision());
    }

    private ResponseHeader.Builder header() {
        return ResponseHeader.newBuilder()
                .setClusterId(clusterId)
                .setMemberId(memberId)
                .setRaftTerm(term.getAsLong());
    }
}
