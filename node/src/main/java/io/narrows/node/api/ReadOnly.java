package io.narrows.node.api;

import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.TxnRequest;
import java.util.List;

/** Detects transactions that need no log entry. */
final class ReadOnly {
    private ReadOnly() {}

    /**
     * Returns whether a transaction changes nothing, whichever branch it takes. As in etcd, one with nested
     * transactions counts as a change.
     */
    static boolean is(TxnRequest request) {
        return onlyRanges(request.getSuccessList()) && onlyRanges(request.getFailureList());
    }

    /** Returns whether a read-only transaction may be served from this node's state without a read barrier. */
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
