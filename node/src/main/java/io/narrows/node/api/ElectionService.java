package io.narrows.node.api;

import com.google.protobuf.ByteString;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.CampaignRequest;
import io.narrows.node.etcd.CampaignResponse;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.ElectionGrpc;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.LeaderKey;
import io.narrows.node.etcd.LeaderRequest;
import io.narrows.node.etcd.LeaderResponse;
import io.narrows.node.etcd.ProclaimRequest;
import io.narrows.node.etcd.ProclaimResponse;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.ResignRequest;
import io.narrows.node.etcd.ResignResponse;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.etcd.TxnResponse;
import io.narrows.node.watch.WatchHub;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The Election service, following the recipe of etcd's client library: the leader's key holds the proclaimed value. */
final class ElectionService extends ElectionGrpc.ElectionImplBase {
    private final Headers headers;
    private final TurnQueue turns;
    private final WatchHub watches;

    ElectionService(Headers headers, TurnQueue turns, WatchHub watches) {
        this.headers = headers;
        this.turns = turns;
        this.watches = watches;
    }

    @Override
    public void campaign(CampaignRequest request, StreamObserver<CampaignResponse> observer) {
        Reply.cancellable(
                observer,
                cancelled ->
                        turns.leaseOr(request.getLease()).thenCompose(lease -> campaign(request, lease, cancelled)));
    }

    private CompletionStage<CampaignResponse> campaign(
            CampaignRequest request, long lease, CompletableFuture<Void> cancelled) {
        ByteString key = TurnQueue.key(request.getName(), lease);
        TxnRequest enqueue = TxnRequest.newBuilder()
                .addCompare(TurnQueue.created(key, 0))
                .addSuccess(put(key, request.getValue(), lease))
                .addFailure(RequestOp.newBuilder()
                        .setRequestRange(RangeRequest.newBuilder().setKey(key)))
                .build();
        return turns.txn(enqueue).thenCompose(response -> {
            LeaderKey leader = LeaderKey.newBuilder()
                    .setName(request.getName())
                    .setKey(key)
                    .setLease(lease)
                    .setRev(created(response))
                    .build();
            return proclaimIfOther(leader, request.getValue(), response)
                    .thenCompose(proclaimed -> turns.awaitTurn(request.getName(), leader.getRev(), cancelled))
                    .thenApply(first -> CampaignResponse.newBuilder()
                            .setHeader(headers.complete(response.getHeader()))
                            .setLeader(leader)
                            .build())
                    .exceptionallyCompose(failure -> turns.txn(resignation(leader))
                            .handle((resigned, ignored) -> null)
                            .thenCompose(gone -> CompletableFuture.failedFuture(failure)));
        });
    }

    private static long created(TxnResponse response) {
        return response.getSucceeded()
                ? response.getHeader().getRevision()
                : response.getResponses(0).getResponseRange().getKvs(0).getCreateRevision();
    }

    /** Proclaims the new value if the lease already campaigns; it keeps its place in the queue. */
    private CompletableFuture<Void> proclaimIfOther(LeaderKey leader, ByteString value, TxnResponse response) {
        boolean isOther = !response.getSucceeded()
                && !response.getResponses(0)
                        .getResponseRange()
                        .getKvs(0)
                        .getValue()
                        .equals(value);
        return isOther
                ? proclaim(leader, value).thenApply(proclaimed -> null)
                : CompletableFuture.completedFuture(null);
    }

    @Override
    public void proclaim(ProclaimRequest request, StreamObserver<ProclaimResponse> observer) {
        Reply.with(observer, () -> {
            requireLeader(request.hasLeader());
            return proclaim(request.getLeader(), request.getValue())
                    .thenApply(response -> ProclaimResponse.newBuilder()
                            .setHeader(headers.complete(response.getHeader()))
                            .build());
        });
    }

    private CompletableFuture<TxnResponse> proclaim(LeaderKey leader, ByteString value) {
        TxnRequest request = TxnRequest.newBuilder()
                .addCompare(TurnQueue.created(leader.getKey(), leader.getRev()))
                .addSuccess(put(leader.getKey(), value, leader.getLease()))
                .build();
        return turns.txn(request).thenApply(response -> {
            if (!response.getSucceeded()) {
                throw Statuses.of(EtcdError.ELECTION_NOT_LEADER);
            }
            return response;
        });
    }

    private static RequestOp put(ByteString key, ByteString value, long lease) {
        return RequestOp.newBuilder()
                .setRequestPut(
                        PutRequest.newBuilder().setKey(key).setValue(value).setLease(lease))
                .build();
    }

    @Override
    public void resign(ResignRequest request, StreamObserver<ResignResponse> observer) {
        Reply.with(observer, () -> {
            requireLeader(request.hasLeader());
            return turns.txn(resignation(request.getLeader()))
                    .thenApply(response -> ResignResponse.newBuilder()
                            .setHeader(headers.complete(response.getHeader()))
                            .build());
        });
    }

    private static TxnRequest resignation(LeaderKey leader) {
        return TxnRequest.newBuilder()
                .addCompare(TurnQueue.created(leader.getKey(), leader.getRev()))
                .addSuccess(RequestOp.newBuilder()
                        .setRequestDeleteRange(DeleteRangeRequest.newBuilder().setKey(leader.getKey())))
                .build();
    }

    private static void requireLeader(boolean isThere) {
        if (!isThere) {
            throw Statuses.of(EtcdError.MISSING_LEADER_KEY);
        }
    }

    @Override
    public void leader(LeaderRequest request, StreamObserver<LeaderResponse> observer) {
        Reply.with(
                observer,
                () -> turns.read(TurnQueue.first(request.getName())).thenApply(found -> {
                    if (found.getKvsCount() == 0) {
                        throw Statuses.of(EtcdError.ELECTION_NO_LEADER);
                    }
                    return response(found.getHeader().getRevision(), found.getKvs(0));
                }));
    }

    @Override
    public void observe(LeaderRequest request, StreamObserver<LeaderResponse> observer) {
        new Observation(request.getName(), turns, watches, this::response, (ServerCallStreamObserver<LeaderResponse>)
                        observer)
                .begin();
    }

    private LeaderResponse response(long revision, KeyValue leader) {
        return LeaderResponse.newBuilder()
                .setHeader(headers.at(revision))
                .setKv(leader)
                .build();
    }
}
