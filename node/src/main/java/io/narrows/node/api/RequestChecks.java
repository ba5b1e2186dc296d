package io.narrows.node.api;

import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.Compare;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.TxnRequest;
import java.util.List;

/**
 * Validates requests independently of the state, in etcd's order: the first problem is reported. All methods throw a
 * {@link io.grpc.StatusRuntimeException} with etcd's text.
 */
final class RequestChecks {
    /**
     * etcd's limit, {@code --max-txn-ops}, on comparisons and on the operations of a branch; operations of nested
     * transactions are added.
     */
    static final int MAX_TXN_OPERATIONS = 128;

    private RequestChecks() {}

    static void check(RangeRequest request) {
        require(!request.getKey().isEmpty(), EtcdError.EMPTY_KEY);
        require(
                request.getSortOrder() != RangeRequest.SortOrder.UNRECOGNIZED
                        && request.getSortTarget() != RangeRequest.SortTarget.UNRECOGNIZED,
                EtcdError.INVALID_SORT_OPTION);
    }

    static void check(PutRequest request) {
        require(!request.getKey().isEmpty(), EtcdError.EMPTY_KEY);
        require(!request.getIgnoreValue() || request.getValue().isEmpty(), EtcdError.VALUE_PROVIDED);
        require(!request.getIgnoreLease() || request.getLease() == 0, EtcdError.LEASE_PROVIDED);
    }

    static void check(DeleteRangeRequest request) {
        require(!request.getKey().isEmpty(), EtcdError.EMPTY_KEY);
    }

    static void check(TxnRequest request) {
        check(request, MAX_TXN_OPERATIONS);
        TxnOverlaps.check(request);
    }

    private static void check(TxnRequest request, int allowed) {
        int operations =
                Math.max(request.getCompareCount(), Math.max(request.getSuccessCount(), request.getFailureCount()));
        require(operations <= allowed, EtcdError.TOO_MANY_OPERATIONS);
        for (Compare compare : request.getCompareList()) {
            require(!compare.getKey().isEmpty(), EtcdError.EMPTY_KEY);
        }
        check(request.getSuccessList(), allowed - operations);
        check(request.getFailureList(), allowed - operations);
    }

    private static void check(List<RequestOp> operations, int allowed) {
        for (RequestOp operation : operations) {
            switch (operation.getRequestCase()) {
                case REQUEST_RANGE -> check(operation.getRequestRange());
                case REQUEST_PUT -> check(operation.getRequestPut());
                case REQUEST_DELETE_RANGE -> check(operation.getRequestDeleteRange());
                case REQUEST_TXN -> check(operation.getRequestTxn(), allowed);
                case REQUEST_NOT_SET -> throw Statuses.of(EtcdError.KEY_NOT_FOUND);
            }
        }
    }

    private static void require(boolean right, EtcdError otherwise) {
        if (!right) {
            throw Statuses.of(otherwise);
        }
    }
}
