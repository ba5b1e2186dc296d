package io.narrows.lab.load;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.Compare;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.etcd.TxnResponse;

/**
 * Writes in the form of the Kubernetes API server ({@code etcd3.store}): a comparison with the revision that the writer
 * knows, and a read of the object if the comparison fails. Here creations read it as well, because a retry has to find out
 * whether the first attempt arrived.
 */
final class Transactions {
    private static final long NOT_THERE = 0;

    private Transactions() {}

    /** @param lease 0 for none */
    static TxnRequest create(StoredObject object, long lease) {
        return update(object, NOT_THERE, lease);
    }

    static TxnRequest update(StoredObject object, long knownRevision, long lease) {
        PutRequest put = PutRequest.newBuilder()
                .setKey(object.key())
                .setValue(object.value())
                .setLease(lease)
                .build();
        return ifAt(object.key(), knownRevision)
                .addSuccess(RequestOp.newBuilder().setRequestPut(put))
                .build();
    }

    static TxnRequest delete(ByteString key, long knownRevision) {
        DeleteRangeRequest delete = DeleteRangeRequest.newBuilder().setKey(key).build();
        return ifAt(key, knownRevision)
                .addSuccess(RequestOp.newBuilder().setRequestDeleteRange(delete))
                .build();
    }

    /** Returns the current revision of a transaction's key, as far as the response contains it; 0 if the key is absent. */
    static long revisionAfter(TxnResponse response) {
        if (!response.getSucceeded()) {
            RangeResponse found = response.getResponses(0).getResponseRange();
            return found.getKvsCount() == 0 ? NOT_THERE : found.getKvs(0).getModRevision();
        }
        return response.getResponses(0).hasResponseDeleteRange()
                ? NOT_THERE
                : response.getHeader().getRevision();
    }

    private static TxnRequest.Builder ifAt(ByteString key, long revision) {
        return TxnRequest.newBuilder()
                .addCompare(Compare.newBuilder()
                        .setKey(key)
                        .setTarget(Compare.CompareTarget.MOD)
                        .setResult(Compare.CompareResult.EQUAL)
                        .setModRevision(revision))
                .addFailure(RequestOp.newBuilder()
                        .setRequestRange(RangeRequest.newBuilder().setKey(key)));
    }
}
