package io.narrows.tests.node;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.CampaignRequest;
import io.narrows.node.etcd.ElectionGrpc;
import io.narrows.node.etcd.LeaderKey;
import io.narrows.node.etcd.LeaderRequest;
import io.narrows.node.etcd.LockGrpc;
import io.narrows.node.etcd.LockRequest;
import io.narrows.node.etcd.ProclaimRequest;
import io.narrows.node.etcd.ResignRequest;
import io.narrows.node.etcd.UnlockRequest;
import java.util.List;

/** Calls of the services Lock and Election that return without waiting, for a store that was empty except for two leases. */
final class Turns {
    private static final ByteString NAME = ByteString.copyFromUtf8("turn");

    private Turns() {}

    static List<Call<?, ?>> ofLeases(long first, long second) {
        LeaderKey leader = LeaderKey.newBuilder()
                .setName(NAME)
                .setKey(key(first))
                .setLease(first)
                .setRev(6)
                .build();
        return List.of(
                lock(first), // revision 2
                lock(first),
                unlock(first),
                lock(second),
                unlock(second),
                campaign(first, "one"), // revision 6
                campaign(first, "one"),
                campaign(first, "two"),
                who(),
                proclaim(leader, "three"),
                who(),
                proclaim(leader.toBuilder().setRev(5).build(), "never"),
                resign(leader),
                resign(leader),
                who(),
                new Call<>(ElectionGrpc.getProclaimMethod(), ProclaimRequest.getDefaultInstance()),
                new Call<>(ElectionGrpc.getResignMethod(), ResignRequest.getDefaultInstance()));
    }

    private static ByteString key(long lease) {
        return NAME.concat(ByteString.copyFromUtf8("/" + Long.toHexString(lease)));
    }

    private static Call<?, ?> lock(long lease) {
        return new Call<>(
                LockGrpc.getLockMethod(),
                LockRequest.newBuilder().setName(NAME).setLease(lease).build());
    }

    private static Call<?, ?> unlock(long lease) {
        return new Call<>(
                LockGrpc.getUnlockMethod(),
                UnlockRequest.newBuilder().setKey(key(lease)).build());
    }

    private static Call<?, ?> campaign(long lease, String value) {
        return new Call<>(
                ElectionGrpc.getCampaignMethod(),
                CampaignRequest.newBuilder()
                        .setName(NAME)
                        .setLease(lease)
                        .setValue(ByteString.copyFromUtf8(value))
                        .build());
    }

    private static Call<?, ?> proclaim(LeaderKey leader, String value) {
        return new Call<>(
                ElectionGrpc.getProclaimMethod(),
                ProclaimRequest.newBuilder()
                        .setLeader(leader)
                        .setValue(ByteString.copyFromUtf8(value))
                        .build());
    }

    private static Call<?, ?> resign(LeaderKey leader) {
        return new Call<>(
                ElectionGrpc.getResignMethod(),
                ResignRequest.newBuilder().setLeader(leader).build());
    }

    private static Call<?, ?> who() {
        return new Call<>(
                ElectionGrpc.getLeaderMethod(),
                LeaderRequest.newBuilder().setName(NAME).build());
    }
}
