package io.narrows.node.api;

import io.grpc.stub.StreamObserver;
import io.narrows.node.command.Command;
import io.narrows.node.command.Outcome;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.CompactionRequest;
import io.narrows.node.etcd.CompactionResponse;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.DeleteRangeResponse;
import io.narrows.node.etcd.KVGrpc;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.PutResponse;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.etcd.TxnResponse;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.View;
import io.narrows.node.state.Transaction;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * The KV service. Reads use this node's keyspace once it has applied every write acknowledged earlier; writes go
 * through the group.
 */
final class KvService extends KVGrpc.KVImplBase {
    private final Headers headers;
    private final Keyspace keyspace;
    private final Reader reader;
    private final Proposals proposals;
    private final Workers workers;

    KvService(Headers headers, Keyspace keyspace, Reader reader, Proposals proposals, Workers workers) {
        this.headers = headers;
        this.keyspace = keyspace;
        this.reader = reader;
        this.proposals = proposals;
        this.workers = workers;
    }

    @Override
    public void range(RangeRequest request, StreamObserver<RangeResponse> observer) {
        Reply.with(observer, () -> {
            RequestChecks.check(request);
            return reader.read(request.getSerializable(), laneFor(request), () -> keyspace.range(request))
                    .thenApply(response -> response.toBuilder()
                            .setHeader(headers.complete(response.getHeader()))
                            .build());
        });
    }

    private ReadLane laneFor(RangeRequest request) {
        return request.getRangeEnd().isEmpty() ? workers.points() : workers.ranges();
    }

    @Override
    public void put(PutRequest request, StreamObserver<PutResponse> observer) {
        Reply.with(observer, () -> {
            RequestChecks.check(request);
            return proposals.propose(
                    Command.newBuilder().setPut(request).build(),
                    outcome -> outcome.getPut().toBuilder()
                            .setHeader(headers.complete(outcome.getPut().getHeader()))
                            .build());
        });
    }

    @Override
    public void deleteRange(DeleteRangeRequest request, StreamObserver<DeleteRangeResponse> observer) {
        Reply.with(observer, () -> {
            RequestChecks.check(request);
            return proposals.propose(
                    Command.newBuilder().setDeleteRange(request).build(),
                    outcome -> outcome.getDeleteRange().toBuilder()
                            .setHeader(headers.complete(outcome.getDeleteRange().getHeader()))
                            .build());
        });
    }

    @Override
    public void txn(TxnRequest request, StreamObserver<TxnResponse> observer) {
        Reply.with(observer, () -> {
            RequestChecks.check(request);
            return respond(request)
                    .thenApply(response -> response.toBuilder()
                            .setHeader(headers.complete(response.getHeader()))
                            .build());
        });
    }

    private CompletionStage<TxnResponse> respond(TxnRequest request) {
        if (ReadOnly.is(request)) {
            return reader.read(ReadOnly.isSerializable(request), laneFor(request), () -> read(request));
        }
        return proposals.propose(Command.newBuilder().setTxn(request).build(), Outcome::getTxn);
    }

    private TxnResponse read(TxnRequest request) throws IOException, EtcdException {
        try (View view = keyspace.view()) {
            return Transaction.read(request, view);
        }
    }

    private ReadLane laneFor(TxnRequest request) {
        boolean ranges = request.getCompareList().stream()
                        .anyMatch(compare -> !compare.getRangeEnd().isEmpty())
                || Stream.concat(request.getSuccessList().stream(), request.getFailureList().stream())
                        .map(RequestOp::getRequestRange)
                        .anyMatch(range -> !range.getRangeEnd().isEmpty());
        return ranges ? workers.ranges() : workers.points();
    }

    @Override
    public void compact(CompactionRequest request, StreamObserver<CompactionResponse> observer) {
        Reply.with(
                observer,
                () -> proposals
                        .propose(
                                Command.newBuilder().setCompact(request).build(),
                                outcome -> outcome.getCompact().toBuilder()
                                        .setHeader(headers.complete(
                                                outcome.getCompact().getHeader()))
                                        .build())
                        .thenCompose(response -> request.getPhysical()
                                ? cleared(request, response)
                                : CompletableFuture.completedFuture(response)));
    }

    /**
     * Responds to a physical compaction once this node has freed the space of the compacted revisions, except where that is less
     * than a third of a file, and for those that open reads still see. Other members free theirs at their own pace. Fails if the
     * space cannot be freed.
     */
    private CompletionStage<CompactionResponse> cleared(CompactionRequest request, CompactionResponse response) {
        return keyspace.cleared(request.getRevision()).thenApply(cleared -> response);
    }
}
