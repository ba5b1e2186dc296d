package io.narrows.node.api;

import io.narrows.node.etcd.ResponseHeader;
import io.narrows.node.replica.Replica;
import io.narrows.node.state.MemberIds;
import java.util.function.LongSupplier;

/**
 * The response header: the responding member and its revision.
 *
 * @param clusterId the same on all members
 * @param memberId id of this member
 * @param term returns Raft's current term
 */
record Headers(long clusterId, long memberId, LongSupplier term) {
    static Headers of(String cluster, Replica replica) {
        long memberId = MemberIds.ofMember(cluster, replica.status().peerAddress());
        return new Headers(MemberIds.ofCluster(cluster), memberId, replica::term);
    }

    /** @param revision keyspace revision at which the request was served */
    ResponseHeader at(long revision) {
        return header().setRevision(revision).build();
    }

    /** Returns a header without a revision, as in etcd's Cluster responses. */
    ResponseHeader withoutRevision() {
        return header().build();
    }

    /** Fills in a header that only has a revision. */
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
