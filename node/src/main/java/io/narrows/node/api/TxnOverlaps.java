package io.narrows.node.api;

import com.google.protobuf.ByteString;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.TxnRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Refuses transactions that put a key twice, or that put and delete the same key. It follows etcd's rule including its
 * gaps, so that every transaction accepted by etcd is accepted: a deletion of all keys from a given key overlaps
 * nothing, and deletions of a nested transaction are only compared with puts after it.
 */
final class TxnOverlaps {
    private static final Comparator<ByteString> ORDER = ByteString.unsignedLexicographicalComparator();

    private final Set<ByteString> puts = new HashSet<>();
    private final List<DeleteRangeRequest> deletes = new ArrayList<>();

    private TxnOverlaps() {}

    static void check(TxnRequest request) {
        of(request.getSuccessList());
        of(request.getFailureList());
    }

    private static TxnOverlaps of(List<RequestOp> operations) {
        TxnOverlaps all = new TxnOverlaps();
        for (RequestOp operation : operations) {
            if (operation.hasRequestDeleteRange()) {
                all.deletes.add(operation.getRequestDeleteRange());
            }
        }
        for (RequestOp operation : operations) {
            if (operation.hasRequestTxn()) {
                all.addEither(
                        of(operation.getRequestTxn().getSuccessList()),
                        of(operation.getRequestTxn().getFailureList()));
            }
        }
        for (RequestOp operation : operations) {
            if (operation.hasRequestPut()) {
                all.put(operation.getRequestPut().getKey());
            }
        }
        return all;
    }

    /** Adds both branches of a nested transaction; only one runs, so both may put the same key. */
    private void addEither(TxnOverlaps success, TxnOverlaps failure) {
        success.puts.forEach(this::put);
        for (ByteString key : failure.puts) {
            if (success.puts.contains(key)) {
                refuseIfDeleted(key);
            } else {
                put(key);
            }
        }
        deletes.addAll(success.deletes);
        deletes.addAll(failure.deletes);
    }

    private void put(ByteString key) {
        if (!puts.add(key)) {
            throw Statuses.of(EtcdError.DUPLICATE_KEY);
        }
        refuseIfDeleted(key);
    }

    private void refuseIfDeleted(ByteString key) {
        if (deletes.stream().anyMatch(delete -> covers(delete, key))) {
            throw Statuses.of(EtcdError.DUPLICATE_KEY);
        }
    }

    private static boolean covers(DeleteRangeRequest delete, ByteString key) {
        if (delete.getRangeEnd().isEmpty()) {
            return delete.getKey().equals(key);
        }
        return ORDER.compare(delete.getKey(), key) <= 0 && ORDER.compare(key, delete.getRangeEnd()) < 0;
    }
}
