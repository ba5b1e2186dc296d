package io.narrows.node.api;

import com.google.protobuf.ByteString;
import io.grpc.stub.StreamObserver;
import io.narrows.node.command.Answer;
import io.narrows.node.command.Command;
import io.narrows.node.command.Question;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.LeaseGrantRequest;
import io.narrows.node.etcd.LeaseGrantResponse;
import io.narrows.node.etcd.LeaseGrpc;
import io.narrows.node.etcd.LeaseKeepAliveRequest;
import io.narrows.node.etcd.LeaseKeepAliveResponse;
import io.narrows.node.etcd.LeaseLeasesRequest;
import io.narrows.node.etcd.LeaseLeasesResponse;
import io.narrows.node.etcd.LeaseRevokeRequest;
import io.narrows.node.etcd.LeaseRevokeResponse;
import io.narrows.node.etcd.LeaseStatus;
import io.narrows.node.etcd.LeaseTimeToLiveRequest;
import io.narrows.node.etcd.LeaseTimeToLiveResponse;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.LeaseRecord;
import io.narrows.node.replica.Replica;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The Lease service. Leases are granted and revoked through the group; only the leader knows their remaining TTLs. */
final class LeaseService extends LeaseGrpc.LeaseImplBase {
    /** etcd's limit, in seconds: about 285 years. */
    static final long MAX_TTL = 9_000_000_000L;

    private static final long GONE = -1;

    private final Headers headers;
    private final Keyspace keyspace;
    private final Replica replica;
    private final Reader reader;
    private final Proposals proposals;
    private final Workers workers;
    private final long minTtl;
    private final LeaseIds ids = new LeaseIds();

    /** @param minTtl seconds; shorter leases are extended to it, so that they outlive an election */
    LeaseService(
            Headers headers,
            Keyspace keyspace,
            Replica replica,
            Reader reader,
            Proposals proposals,
            Workers workers,
            long minTtl) {
        this.headers = headers;
        this.keyspace = keyspace;
        this.replica = replica;
        this.reader = reader;
        this.proposals = proposals;
        this.workers = workers;
        this.minTtl = minTtl;
    }

    @Override
    public void leaseGrant(LeaseGrantRequest request, StreamObserver<LeaseGrantResponse> observer) {
        Reply.with(observer, () -> {
            if (request.getTTL() > MAX_TTL) {
                throw Statuses.of(EtcdError.LEASE_TTL_TOO_LARGE);
            }
            LeaseGrantRequest definite = request.toBuilder()
                    .setID(request.getID() == 0 ? ids.next() : request.getID())
                    .setTTL(Math.max(minTtl, request.getTTL()))
                    .build();
            return proposals.propose(
                    Command.newBuilder().setGrant(definite).build(),
                    outcome -> outcome.getGrant().toBuilder()
                            .setHeader(headers.complete(outcome.getGrant().getHeader()))
                            .build());
        });
    }

    @Override
    public void leaseRevoke(LeaseRevokeRequest request, StreamObserver<LeaseRevokeResponse> observer) {
        Reply.with(
                observer,
                () -> proposals.propose(
                        Command.newBuilder().setRevoke(request).build(),
                        outcome -> outcome.getRevoke().toBuilder()
                                .setHeader(headers.complete(outcome.getRevoke().getHeader()))
                                .build()));
    }

    @Override
    public StreamObserver<LeaseKeepAliveRequest> leaseKeepAlive(StreamObserver<LeaseKeepAliveResponse> observer) {
        return KeepAlives.begin(observer, replica, () -> headers.at(keyspace.revision()));
    }

    @Override
    public void leaseTimeToLive(LeaseTimeToLiveRequest request, StreamObserver<LeaseTimeToLiveResponse> observer) {
        Reply.cancellable(observer, cancelled -> {
            Question question = Question.newBuilder()
                    .setTimeToLive(LeaseTimeToLiveRequest.newBuilder().setID(request.getID()))
                    .build();
            return workers.points().admit(threads -> {
                CompletableFuture<Answer> asked = replica.ask(question);
                cancelled.thenRun(() -> asked.cancel(false)); // or it would be repeated for a while without a leader
                // Not on the replica's thread, which must not call the replica again.
                return asked.thenComposeAsync(answer -> timeToLive(request, answer), threads);
            });
        });
    }

    private CompletionStage<LeaseTimeToLiveResponse> timeToLive(LeaseTimeToLiveRequest request, Answer answer) {
        LeaseTimeToLiveResponse.Builder response =
                answer.getTimeToLive().toBuilder().clearKeys();
        if (answer.hasRefusal()) {
            if (!KeepAlives.isGone(answer.getRefusal())) {
                return CompletableFuture.failedFuture(Statuses.of(answer.getRefusal()));
            }
            response.setTTL(GONE);
        }
        response.setID(request.getID());
        if (!request.getKeys() || response.getTTL() == GONE) {
            return CompletableFuture.completedFuture(
                    response.setHeader(headers.at(keyspace.revision())).build());
        }
        return reader.read(false, workers.ranges(), () -> {
            long revision = keyspace.revision();
            List<ByteString> keys = keyspace.leaseKeys(request.getID());
            return response.setHeader(headers.at(revision)).addAllKeys(keys).build();
        });
    }

    /** Returns the leases known to this node, like etcd, ordered by id. */
    @Override
    public void leaseLeases(LeaseLeasesRequest request, StreamObserver<LeaseLeasesResponse> observer) {
        Reply.with(
                observer,
                () -> reader.read(true, workers.ranges(), () -> {
                    LeaseLeasesResponse.Builder response =
                            LeaseLeasesResponse.newBuilder().setHeader(headers.at(keyspace.revision()));
                    for (LeaseRecord lease : keyspace.leases()) {
                        response.addLeases(LeaseStatus.newBuilder().setID(lease.id()));
                    }
                    return response.build();
                }));
    }
}
