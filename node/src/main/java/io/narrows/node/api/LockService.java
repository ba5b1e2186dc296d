package io.narrows.node.api;

import com.google.protobuf.ByteString;
import io.grpc.stub.StreamObserver;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.LockGrpc;
import io.narrows.node.etcd.LockRequest;
import io.narrows.node.etcd.LockResponse;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.ResponseHeader;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.etcd.TxnResponse;
import io.narrows.node.etcd.UnlockRequest;
import io.narrows.node.etcd.UnlockResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The Lock service, following the recipe of etcd's client library: the key is attached to a lease, and the lock is lost
 * when the lease ends.
 */
final class LockService extends LockGrpc.LockImplBase {
    private final Headers headers;
    private final TurnQueue turns;

    LockService(Headers headers, TurnQueue turns) {
        this.headers = headers;
        this.turns = turns;
    }

    @Override
    public void lock(LockRequest request, StreamObserver<LockResponse> observer) {
        Reply.cancellable(
                observer,
                cancelled -> turns.leaseOr(request.getLease())
                        .thenCompose(lease -> lock(request.getName(), lease, cancelled)));
    }

    private CompletionStage<LockResponse> lock(ByteString name, long lease, CompletableFuture<Void> cancelled) {
        ByteString key = TurnQueue.key(name, lease);
        return turns.txn(enqueue(name, key, lease)).thenCompose(response -> {
            long created = response.getSucceeded()
                    ? response.getHeader().getRevision()
                    : response.getResponses(0).getResponseRange().getKvs(0).getCreateRevision();
            return isFirst(response, created)
                    ? CompletableFuture.completedFuture(held(key, response.getHeader()))
                    : turns.awaitTurn(name, created, cancelled)
                            .thenCompose(first -> confirm(key))
                            .exceptionallyCompose(failure -> turns.delete(key)
                                    .handle((deleted, ignored) -> null)
                                    .thenCompose(gone -> CompletableFuture.failedFuture(failure)));
        });
    }

    /** Enqueues the lease; a lease that is already in the queue keeps its place. */
    private static TxnRequest enqueue(ByteString name, ByteString key, long lease) {
        RequestOp owner =
                RequestOp.newBuilder().setRequestRange(TurnQueue.first(name)).build();
        return TxnRequest.newBuilder()
                .addCompare(TurnQueue.created(key, 0))
                .addSuccess(RequestOp.newBuilder()
                        .setRequestPut(PutRequest.newBuilder().setKey(key).setLease(lease)))
                .addSuccess(owner)
                .addFailure(RequestOp.newBuilder()
                        .setRequestRange(RangeRequest.newBuilder().setKey(key)))
                .addFailure(owner)
                .build();
    }

    private static boolean isFirst(TxnResponse response, long created) {
        RangeResponse owner = response.getResponses(1).getResponseRange();
        return owner.getKvsCount() == 0 || owner.getKvs(0).getCreateRevision() == created;
    }

    /** Checks that the lease did not expire while waiting. */
    private CompletableFuture<LockResponse> confirm(ByteString key) {
        return turns.read(RangeRequest.newBuilder().setKey(key).build()).thenApply(found -> {
            if (found.getKvsCount() == 0) {
                throw Statuses.of(EtcdError.SESSION_EXPIRED);
            }
            return held(key, found.getHeader());
        });
    }

    private LockResponse held(ByteString key, ResponseHeader header) {
        return LockResponse.newBuilder()
                .setHeader(headers.complete(header))
                .setKey(key)
                .build();
    }

    @Override
    public void unlock(UnlockRequest request, StreamObserver<UnlockResponse> observer) {
        Reply.with(observer, () -> {
            if (request.getKey().isEmpty()) {
                throw Statuses.of(EtcdError.EMPTY_KEY);
            }
            return turns.delete(request.getKey())
                    .thenApply(deleted -> UnlockResponse.newBuilder()
                            .setHeader(headers.complete(deleted.getHeader()))
                            .build());
        });
    }
}
