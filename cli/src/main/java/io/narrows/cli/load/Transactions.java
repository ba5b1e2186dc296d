package io.narrows.cli.load;

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
 * Writes as the Kubernetes API server sends them (its {@code etcd3.store}): a comparison with the revision that the writer knows,
 * and the object as it is when that is another one. Here creations ask for that too, because one that is sent again must learn
 * whether the first had arrived.
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

    /** The revision that the key of a transaction has now, as far as its answer tells; 0 when the key is not there. */
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
