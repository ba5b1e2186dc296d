package io.narrows.node.state;

import io.narrows.node.command.Command;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.TxnRequest;
import java.util.List;

/**
 * Estimates, like etcd, how much a command may add to the database; 0 if it adds nothing, so that it is allowed when
 * there is no space. Unlike in etcd, puts of nested transactions count as well.
 */
public final class Growth {
    private static final int KEY_OVERHEAD = 256;
    private static final int LEASE_BYTES = 64;

    private Growth() {}

    /** Returns the estimate in bytes, at least 0. */
    public static long of(Command command) {
        return switch (command.getKindCase()) {
            case PUT -> of(command.getPut());
            case TXN -> of(command.getTxn());
            case GRANT -> LEASE_BYTES;
            default -> 0;
        };
    }

    private static long of(PutRequest put) {
        return (long) KEY_OVERHEAD + put.getKey().size() + put.getValue().size();
    }

    private static long of(TxnRequest txn) {
        return Math.max(of(txn.getSuccessList()), of(txn.getFailureList()));
    }

    private static long of(List<RequestOp> operations) {
        long bytes = 0;
        for (RequestOp operation : operations) {
            if (operation.hasRequestPut()) {
                bytes += of(operation.getRequestPut());
            } else if (operation.hasRequestTxn()) {
                bytes += of(operation.getRequestTxn());
            }
        }
        return bytes;
    }
}
