package io.narrows.tests.node;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.CompactionRequest;
import io.narrows.node.etcd.Compare;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.HashKVRequest;
import io.narrows.node.etcd.LeaseGrantRequest;
import io.narrows.node.etcd.LeaseRevokeRequest;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.TxnRequest;
import java.util.List;
import java.util.stream.Stream;

/** Calls that etcd refuses in any state with a revision below 1000, at least 5 compacted revisions, and no lease. */
final class Mistakes {
    private static final ByteString KEY = ByteString.copyFromUtf8("key");
    private static final PutRequest PUT = PutRequest.newBuilder().setKey(KEY).build();
    private static final RangeRequest RANGE =
            RangeRequest.newBuilder().setKey(KEY).build();
    private static final DeleteRangeRequest DELETE =
            DeleteRangeRequest.newBuilder().setKey(KEY).build();
    private static final int TOO_MANY = 129;
    private static final int TOO_LARGE = 1600 << 10;

    private Mistakes() {}

    static List<Call<?, ?>> all() {
        Stream<TxnRequest> inTxns = Stream.concat(
                Stream.concat(puts(), Stream.concat(ranges(), deletes())).flatMap(Mistakes::around), txns());
        return Stream.of(
                        puts().map(Mistakes::call),
                        ranges().map(Mistakes::call),
                        deletes().map(Mistakes::call),
                        inTxns.map(Call::of),
                        others())
                .flatMap(calls -> calls)
                .<Call<?, ?>>map(call -> call)
                .toList();
    }

    private static Stream<RequestOp> puts() {
        return Stream.of(
                        PutRequest.newBuilder(),
                        PUT.toBuilder().setValue(KEY).setIgnoreValue(true),
                        PUT.toBuilder().setLease(1).setIgnoreLease(true),
                        PUT.toBuilder().setIgnoreValue(true),
                        PUT.toBuilder().setIgnoreLease(true),
                        PUT.toBuilder().setLease(7),
                        PUT.toBuilder().setLease(-1),
                        PUT.toBuilder().setLease(7).setIgnoreValue(true),
                        PUT.toBuilder().setValue(ByteString.copyFrom(new byte[TOO_LARGE])))
                .map(put -> RequestOp.newBuilder().setRequestPut(put).build());
    }

    private static Stream<RequestOp> ranges() {
        return Stream.of(
                        RangeRequest.newBuilder(),
                        RANGE.toBuilder().setRevision(1_000),
                        RANGE.toBuilder().setRevision(4),
                        RANGE.toBuilder()
                                .setRevision(4)
                                .setRangeEnd(RandomKeys.FROM_KEY_ON)
                                .setCountOnly(true))
                .map(range -> RequestOp.newBuilder().setRequestRange(range).build());
    }

    private static Stream<RequestOp> deletes() {
        return Stream.of(
                        DeleteRangeRequest.newBuilder(),
                        DeleteRangeRequest.newBuilder().setRangeEnd(KEY))
                .map(delete ->
                        RequestOp.newBuilder().setRequestDeleteRange(delete).build());
    }

    private static Call<?, ?> call(RequestOp operation) {
        return switch (operation.getRequestCase()) {
            case REQUEST_PUT -> Call.of(operation.getRequestPut());
            case REQUEST_RANGE -> Call.of(operation.getRequestRange());
            default -> Call.of(operation.getRequestDeleteRange());
        };
    }

    /**
     * Returns transactions with the operation in the branch taken, in the one not taken, in a nested transaction, and after a
     * change.
     */
    private static Stream<TxnRequest> around(RequestOp operation) {
        TxnRequest taken = TxnRequest.newBuilder().addSuccess(operation).build();
        TxnRequest notTaken = TxnRequest.newBuilder().addFailure(operation).build();
        RequestOp other = RequestOp.newBuilder()
                .setRequestPut(PutRequest.newBuilder().setKey(KEY.concat(KEY)))
                .build();
        return Stream.of(
                taken,
                notTaken,
                taken.toBuilder().addSuccess(0, other).build(),
                TxnRequest.newBuilder().addSuccess(in(taken)).build(),
                TxnRequest.newBuilder().addFailure(in(taken)).build());
    }

    private static RequestOp in(TxnRequest txn) {
        return RequestOp.newBuilder().setRequestTxn(txn).build();
    }

    private static Stream<TxnRequest> txns() {
        RequestOp put = RequestOp.newBuilder().setRequestPut(PUT).build();
        RequestOp range = RequestOp.newBuilder().setRequestRange(RANGE).build();
        RequestOp delete = RequestOp.newBuilder().setRequestDeleteRange(DELETE).build();
        TxnRequest ranges =
                TxnRequest.newBuilder().addAllSuccess(times(100, range)).build();
        return Stream.of(
                TxnRequest.newBuilder()
                        .addSuccess(RequestOp.getDefaultInstance())
                        .build(),
                TxnRequest.newBuilder().addCompare(Compare.getDefaultInstance()).build(),
                TxnRequest.newBuilder()
                        .addAllCompare(
                                times(TOO_MANY, Compare.newBuilder().setKey(KEY).build()))
                        .build(),
                TxnRequest.newBuilder().addAllSuccess(times(TOO_MANY, range)).build(),
                TxnRequest.newBuilder().addAllFailure(times(TOO_MANY, range)).build(),
                ranges.toBuilder().addSuccess(in(ranges)).build(),
                TxnRequest.newBuilder().addSuccess(put).addSuccess(put).build(),
                TxnRequest.newBuilder().addSuccess(put).addSuccess(delete).build(),
                TxnRequest.newBuilder().addSuccess(delete).addSuccess(put).build(),
                TxnRequest.newBuilder()
                        .addSuccess(put)
                        .addSuccess(in(TxnRequest.newBuilder().addFailure(put).build()))
                        .build(),
                TxnRequest.newBuilder()
                        .addSuccess(delete)
                        .addSuccess(in(TxnRequest.newBuilder().addFailure(put).build()))
                        .build(),
                TxnRequest.newBuilder()
                        .addSuccess(in(TxnRequest.newBuilder().addSuccess(put).build()))
                        .addSuccess(in(TxnRequest.newBuilder().addFailure(put).build()))
                        .build());
    }

    private static <T> List<T> times(int count, T what) {
        return Stream.generate(() -> what).limit(count).toList();
    }

    private static Stream<Call<?, ?>> others() {
        return Stream.of(
                Call.of(CompactionRequest.newBuilder().setRevision(1_000).build()),
                Call.of(CompactionRequest.newBuilder().setRevision(5).build()),
                Call.of(CompactionRequest.newBuilder().setRevision(0).build()),
                Call.of(CompactionRequest.newBuilder().setRevision(-1).build()),
                Call.of(HashKVRequest.newBuilder().setRevision(1_000).build()),
                Call.of(HashKVRequest.newBuilder().setRevision(5).build()),
                Call.of(HashKVRequest.newBuilder().setRevision(4).build()),
                Call.of(LeaseGrantRequest.newBuilder().setTTL(9_000_000_001L).build()),
                Call.of(LeaseGrantRequest.newBuilder()
                        .setID(3)
                        .setTTL(9_000_000_001L)
                        .build()),
                Call.of(LeaseRevokeRequest.newBuilder().setID(7).build()),
                Call.of(LeaseRevokeRequest.newBuilder().setID(0).build()));
    }
}
