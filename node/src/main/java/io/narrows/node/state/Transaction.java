package io.narrows.node.state;

import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.ResponseHeader;
import io.narrows.node.etcd.ResponseOp;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.etcd.TxnResponse;
import io.narrows.node.mvcc.Change;
import io.narrows.node.mvcc.View;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * A transaction with etcd 3.4's semantics: all compares, including those of nested transactions that will run, are evaluated
 * on the previous state; all requests that will run are checked against it; then they run in order.
 */
public final class Transaction {
    private final Scope scope;

    /** Results of the executed transactions' compares, in the order in which they run. */
    private final Queue<Boolean> path = new ArrayDeque<>();

    private Transaction(Scope scope) {
        this.scope = scope;
    }

    /**
     * Executes a read-only transaction.
     *
     * @throws EtcdException COMPACTED, FUTURE_REVISION
     * @throws IllegalArgumentException if it is not read-only
     */
    public static TxnResponse read(TxnRequest request, View view) throws IOException, EtcdException {
        return new Transaction(Scope.of(view)).run(request);
    }

    static TxnResponse apply(TxnRequest request, Change change) throws IOException, EtcdException {
        return new Transaction(Scope.of(change)).run(request);
    }

    /** Executes a transaction without a response; its changes are those of {@link #apply}. */
    static void applyUnawaited(TxnRequest request, Change change) throws IOException, EtcdException {
        for (RequestOp operation : new Transaction(Scope.of(change)).checked(request)) {
            switch (operation.getRequestCase()) {
                case REQUEST_PUT -> change.replace(operation.getRequestPut());
                case REQUEST_DELETE_RANGE -> change.remove(operation.getRequestDeleteRange());
                default -> {} // a range; it cannot fail, because it was checked
            }
        }
    }

    private TxnResponse run(TxnRequest request) throws IOException, EtcdException {
        checked(request);
        TxnResponse.Builder response = execute(request);
        return response.setHeader(ResponseHeader.newBuilder().setRevision(scope.revision()))
                .build();
    }

    /** Returns the operations that will run, in order, those of nested transactions in their place. */
    private List<RequestOp> checked(TxnRequest request) throws IOException, EtcdException {
        List<RequestOp> chosen = new ArrayList<>();
        decide(request, chosen);
        for (RequestOp operation : chosen) {
            if (operation.hasRequestPut()) {
                checkPut(operation.getRequestPut());
            }
        }
        for (RequestOp operation : chosen) {
            if (operation.hasRequestRange()) {
                checkRange(operation.getRequestRange());
            }
        }
        return chosen;
    }

    private void decide(TxnRequest request, List<RequestOp> chosen) throws IOException, EtcdException {
        boolean succeeded = Compares.allHold(request.getCompareList(), scope);
        path.add(succeeded);
        for (RequestOp operation : succeeded ? request.getSuccessList() : request.getFailureList()) {
            if (operation.hasRequestTxn()) {
                decide(operation.getRequestTxn(), chosen);
            } else {
                chosen.add(operation);
            }
        }
    }

    private void checkPut(PutRequest put) throws IOException, EtcdException {
        boolean needsPrevious = put.getIgnoreValue() || put.getIgnoreLease();
        if (needsPrevious && scope.get(put.getKey()).isEmpty()) {
            throw new EtcdException(EtcdError.KEY_NOT_FOUND);
        }
        if (put.getLease() != 0 && !scope.hasLease(put.getLease())) {
            throw new EtcdException(EtcdError.LEASE_NOT_FOUND);
        }
    }

    private void checkRange(RangeRequest range) throws EtcdException {
        long revision = range.getRevision();
        if (revision > scope.revision()) {
            throw new EtcdException(EtcdError.FUTURE_REVISION);
        }
        if (revision != 0 && revision < scope.compactRevision()) {
            throw new EtcdException(EtcdError.COMPACTED);
        }
    }

    private TxnResponse.Builder execute(TxnRequest request) throws IOException, EtcdException {
        boolean succeeded = path.remove();
        TxnResponse.Builder response = TxnResponse.newBuilder().setSucceeded(succeeded);
        for (RequestOp operation : succeeded ? request.getSuccessList() : request.getFailureList()) {
            response.addResponses(execute(operation));
        }
        return response;
    }

    /**
     * Executes an operation. As in etcd, responses within a transaction have a header; that of a nested transaction is
     * empty.
     */
    private ResponseOp.Builder execute(RequestOp operation) throws IOException, EtcdException {
        ResponseOp.Builder response = ResponseOp.newBuilder();
        return switch (operation.getRequestCase()) {
            case REQUEST_RANGE -> response.setResponseRange(scope.range(operation.getRequestRange()));
            case REQUEST_PUT -> response.setResponsePut(scope.put(operation.getRequestPut()));
            case REQUEST_DELETE_RANGE ->
                response.setResponseDeleteRange(scope.deleteRange(operation.getRequestDeleteRange()));
            case REQUEST_TXN ->
                response.setResponseTxn(
                        execute(operation.getRequestTxn()).setHeader(ResponseHeader.getDefaultInstance()));
            case REQUEST_NOT_SET -> response;
        };
    }
}
