package io.narrows.tests.node;

import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.TextFormat;
import io.grpc.MethodDescriptor;
import io.narrows.node.etcd.CompactionRequest;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.HashKVRequest;
import io.narrows.node.etcd.KVGrpc;
import io.narrows.node.etcd.LeaseGrantRequest;
import io.narrows.node.etcd.LeaseGrpc;
import io.narrows.node.etcd.LeaseKeepAliveRequest;
import io.narrows.node.etcd.LeaseLeasesRequest;
import io.narrows.node.etcd.LeaseRevokeRequest;
import io.narrows.node.etcd.LeaseTimeToLiveRequest;
import io.narrows.node.etcd.MaintenanceGrpc;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.TxnRequest;

/** A call of etcd's API that has one response. */
record Call<Q extends MessageOrBuilder, A extends MessageOrBuilder>(MethodDescriptor<Q, A> method, Q request) {
    static Call<?, ?> of(RangeRequest request) {
        return new Call<>(KVGrpc.getRangeMethod(), request);
    }

    static Call<?, ?> of(PutRequest request) {
        return new Call<>(KVGrpc.getPutMethod(), request);
    }

    static Call<?, ?> of(DeleteRangeRequest request) {
        return new Call<>(KVGrpc.getDeleteRangeMethod(), request);
    }

    static Call<?, ?> of(TxnRequest request) {
        return new Call<>(KVGrpc.getTxnMethod(), request);
    }

    static Call<?, ?> of(CompactionRequest request) {
        return new Call<>(KVGrpc.getCompactMethod(), request);
    }

    static Call<?, ?> of(HashKVRequest request) {
        return new Call<>(MaintenanceGrpc.getHashKVMethod(), request);
    }

    static Call<?, ?> of(LeaseGrantRequest request) {
        return new Call<>(LeaseGrpc.getLeaseGrantMethod(), request);
    }

    static Call<?, ?> of(LeaseRevokeRequest request) {
        return new Call<>(LeaseGrpc.getLeaseRevokeMethod(), request);
    }

    /** Returns a call for one renewal; its stream is ended after the response. */
    static Call<?, ?> of(LeaseKeepAliveRequest request) {
        return new Call<>(LeaseGrpc.getLeaseKeepAliveMethod(), request);
    }

    static Call<?, ?> of(LeaseTimeToLiveRequest request) {
        return new Call<>(LeaseGrpc.getLeaseTimeToLiveMethod(), request);
    }

    static Call<?, ?> of(LeaseLeasesRequest request) {
        return new Call<>(LeaseGrpc.getLeaseLeasesMethod(), request);
    }

    @Override
    public String toString() {
        String text = TextFormat.printer().emittingSingleLine(true).printToString(request);
        return method.getBareMethodName() + " {" + (text.length() > 4_000 ? text.substring(0, 4_000) + "…" : text)
                + "}";
    }
}
