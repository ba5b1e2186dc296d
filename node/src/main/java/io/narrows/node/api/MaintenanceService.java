package io.narrows.node.api;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.narrows.node.command.Command;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.AlarmMember;
import io.narrows.node.etcd.AlarmRequest;
import io.narrows.node.etcd.AlarmResponse;
import io.narrows.node.etcd.AlarmType;
import io.narrows.node.etcd.DefragmentRequest;
import io.narrows.node.etcd.DefragmentResponse;
import io.narrows.node.etcd.DowngradeRequest;
import io.narrows.node.etcd.DowngradeResponse;
import io.narrows.node.etcd.HashKVRequest;
import io.narrows.node.etcd.HashKVResponse;
import io.narrows.node.etcd.HashRequest;
import io.narrows.node.etcd.HashResponse;
import io.narrows.node.etcd.MaintenanceGrpc;
import io.narrows.node.etcd.MoveLeaderRequest;
import io.narrows.node.etcd.MoveLeaderResponse;
import io.narrows.node.etcd.SnapshotRequest;
import io.narrows.node.etcd.SnapshotResponse;
import io.narrows.node.etcd.StatusRequest;
import io.narrows.node.etcd.StatusResponse;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.replica.Replica;
import io.narrows.node.replica.ReplicaStatus;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The Maintenance service: operator requests to a single node. */
final class MaintenanceService extends MaintenanceGrpc.MaintenanceImplBase {
    /** Versions accepted by etcd: major and minor, optionally with patch and pre-release. */
    private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+(\\.\\d+(-[0-9A-Za-z.-]+)?)?");

    private final Headers headers;
    private final Keyspace keyspace;
    private final Replica replica;
    private final Reader reader;
    private final Proposals proposals;
    private final Workers workers;
    private final SnapshotSource snapshots;
    private final Learnership learnership;

    MaintenanceService(
            Headers headers,
            Keyspace keyspace,
            Replica replica,
            Reader reader,
            Proposals proposals,
            Workers workers,
            SnapshotSource snapshots,
            Learnership learnership) {
        this.headers = headers;
        this.keyspace = keyspace;
        this.replica = replica;
        this.reader = reader;
        this.proposals = proposals;
        this.workers = workers;
        this.snapshots = snapshots;
        this.learnership = learnership;
    }

    @Override
    public void status(StatusRequest request, StreamObserver<StatusResponse> observer) {
        Reply.with(observer, () -> reader.read(true, workers.points(), this::status));
    }

    private StatusResponse status() throws IOException {
        ReplicaStatus status = replica.status();
        StatusResponse.Builder response = StatusResponse.newBuilder()
                .setHeader(headers.at(keyspace.revision()))
                .setVersion(ApiVersion.SERVER)
                .setDbSize(keyspace.sizeBytes())
                .setDbSizeInUse(keyspace.liveBytes())
                .setRaftTerm(status.term())
                .setRaftIndex(status.committed())
                .setRaftAppliedIndex(status.applied())
                .setIsLearner(learnership.isLearner());
        if (status.leader().isPresent()) {
            // 0 for a leader that has not been added here yet.
            response.setLeader(keyspace.member(status.leader().get())
                    .map(MemberRecord::getId)
                    .orElse(0L));
        } else {
            response.addErrors(EtcdError.NO_LEADER.text());
        }
        keyspace.alarms().forEach(alarm -> response.addErrors(text(alarm)));
        return response.build();
    }

    /**
     * Returns {@link #hashKV} at the current revision. etcd hashes the pages of its own file instead; as etcd promises,
     * the hash is the same on all members that have applied the same entries.
     */
    @Override
    public void hash(HashRequest request, StreamObserver<HashResponse> observer) {
        Reply.with(
                observer,
                () -> reader.read(true, workers.sweeps(), () -> {
                    long revision = keyspace.revision();
                    return HashResponse.newBuilder()
                            .setHeader(headers.at(revision))
                            .setHash(keyspace.hashKv(revision))
                            .build();
                }));
    }

    @Override
    public void hashKV(HashKVRequest request, StreamObserver<HashKVResponse> observer) {
        Reply.with(
                observer,
                () -> reader.read(true, workers.sweeps(), () -> {
                    long revision = keyspace.revision();
                    return HashKVResponse.newBuilder()
                            .setHeader(headers.at(revision))
                            .setHash(keyspace.hashKv(request.getRevision() == 0 ? revision : request.getRevision()))
                            .setCompactRevision(keyspace.compactRevision())
                            .build();
                }));
    }

    @Override
    public void snapshot(SnapshotRequest request, StreamObserver<SnapshotResponse> observer) {
        SnapshotStream stream = new SnapshotStream((ServerCallStreamObserver<SnapshotResponse>) observer);
        boolean begun = workers.tryLong(() -> send(stream, observer));
        if (!begun) {
            observer.onError(Statuses.of(EtcdError.TOO_MANY_REQUESTS));
        }
    }

    private void send(SnapshotStream stream, StreamObserver<SnapshotResponse> observer) {
        try {
            snapshots.write(stream);
            stream.finish();
        } catch (IOException | RuntimeException e) {
            if (!stream.isCancelled()) {
                observer.onError(Statuses.of(e));
            }
        }
    }

    @Override
    public void alarm(AlarmRequest request, StreamObserver<AlarmResponse> observer) {
        Reply.with(observer, () -> switch (request.getAction()) {
            case GET -> reader.read(false, workers.points(), () -> alarms(request.getAlarm()));
            case ACTIVATE, DEACTIVATE ->
                proposals.propose(
                        Command.newBuilder().setAlarm(request).build(),
                        outcome -> outcome.getAlarm().toBuilder()
                                .setHeader(headers.complete(outcome.getAlarm().getHeader()))
                                .build());
            case UNRECOGNIZED -> CompletableFuture.completedFuture(alarmsOf(Stream.empty()));
        });
    }

    /** @param type NONE for all */
    private AlarmResponse alarms(AlarmType type) throws IOException {
        return alarmsOf(keyspace.alarms().stream().filter(alarm -> type == AlarmType.NONE || alarm.getAlarm() == type));
    }

    private AlarmResponse alarmsOf(Stream<AlarmMember> alarms) {
        return AlarmResponse.newBuilder()
                .setHeader(headers.at(keyspace.revision()))
                .addAllAlarms(alarms.toList())
                .build();
    }

    /** Formats an alarm like Go's protobuf, whose output etcd's clients show. */
    private static String text(AlarmMember alarm) {
        return "memberID:" + Long.toUnsignedString(alarm.getMemberID()) + " alarm:" + alarm.getAlarm() + " ";
    }

    /** Compacts the engine's files, which frees the space of overwritten and deleted data now. Reads and writes continue. */
    @Override
    public void defragment(DefragmentRequest request, StreamObserver<DefragmentResponse> observer) {
        Reply.with(
                observer,
                () -> reader.read(true, workers.sweeps(), () -> {
                    keyspace.rewrite();
                    return DefragmentResponse.getDefaultInstance();
                }));
    }

    /** Transfers leadership; only the leader can, as in etcd. */
    @Override
    public void moveLeader(MoveLeaderRequest request, StreamObserver<MoveLeaderResponse> observer) {
        Reply.with(
                observer,
                () -> reader.read(true, workers.points(), () -> addressOfTarget(request))
                        .thenCompose(replica::moveLeader)
                        .thenApply(moved -> MoveLeaderResponse.getDefaultInstance()));
    }

    private String addressOfTarget(MoveLeaderRequest request) throws IOException {
        if (!replica.status().leads()) {
            throw Statuses.of(EtcdError.NOT_LEADER);
        }
        return keyspace.members().stream()
                .filter(member -> member.getId() == request.getTargetID() && !member.getLearner())
                .map(MemberRecord::getPeerAddress)
                .findFirst()
                .orElseThrow(() -> Statuses.of(EtcdError.BAD_LEADER_TRANSFEREE));
    }

    /** Responds that no downgrade is in progress and that no version is a valid target: there is no older format. */
    @Override
    public void downgrade(DowngradeRequest request, StreamObserver<DowngradeResponse> observer) {
        observer.onError(Statuses.of(
                switch (request.getAction()) {
                    case CANCEL -> EtcdError.NO_DOWNGRADE;
                    case VALIDATE, ENABLE ->
                        VERSION.matcher(request.getVersion()).matches()
                                ? EtcdError.INVALID_DOWNGRADE_TARGET
                                : EtcdError.BAD_DOWNGRADE_VERSION;
                    case UNRECOGNIZED -> EtcdError.UNKNOWN_METHOD;
                }));
    }
}
