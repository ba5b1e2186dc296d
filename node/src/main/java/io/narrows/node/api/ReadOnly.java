package io.narrows.node.api;

import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.TxnRequest;
import java.util.List;

/** Transactions that need no entry of the log. */
final class ReadOnly {
    private ReadOnly() {}

    /** Whether it changes nothing, whichever branch it takes. As with etcd, one with transactions within is taken to change something. */
    static boolean is(TxnRequest request) {
        return onlyRanges(request.getSuccessList()) && onlyRanges(request.getFailureList());
    }

    /** Whether it may read what this node has. Of those that change nothing. */
    static boolean isSerializable(TxnRequest request) {
        return onlySerializable(request.getSuccessList()) && onlySerializable(request.getFailureList());
    }

    private static boolean onlyRanges(List<RequestOp> operations) {
        return operations.stream().allMatch(RequestOp::hasRequestRange);
    }

    private static boolean onlySerializable(List<RequestOp> operations) {
        return operations.stream()
                .allMatch(operation -> operation.getRequestRange().getSerializable());
    }
}
