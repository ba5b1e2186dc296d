package io.narrows.node.api;

import io.grpc.stub.StreamObserver;
import io.narrows.node.command.Command;
import io.narrows.node.command.MemberPromotion;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.command.MemberRemoval;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.ClusterGrpc;
import io.narrows.node.etcd.Member;
import io.narrows.node.etcd.MemberAddRequest;
import io.narrows.node.etcd.MemberAddResponse;
import io.narrows.node.etcd.MemberListRequest;
import io.narrows.node.etcd.MemberListResponse;
import io.narrows.node.etcd.MemberPromoteRequest;
import io.narrows.node.etcd.MemberPromoteResponse;
import io.narrows.node.etcd.MemberRemoveRequest;
import io.narrows.node.etcd.MemberRemoveResponse;
import io.narrows.node.etcd.MemberUpdateRequest;
import io.narrows.node.etcd.MemberUpdateResponse;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.replica.Replica;
import io.narrows.node.state.MemberIds;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The Cluster service: lists and changes the group's members. Its headers have no revision, like etcd's. */
final class ClusterService extends ClusterGrpc.ClusterImplBase {
    /** The share of the committed log that a learner must have applied to be promoted, etcd's {@code readyPercent}. */
    private static final double IN_SYNC = 0.9;

    private final String cluster;
    private final Headers headers;
    private final Keyspace keyspace;
    private final Replica replica;
    private final Reader reader;
    private final Proposals proposals;
    private final Workers workers;

    ClusterService(
            String cluster,
            Headers headers,
            Keyspace keyspace,
            Replica replica,
            Reader reader,
            Proposals proposals,
            Workers workers) {
        this.cluster = cluster;
        this.headers = headers;
        this.keyspace = keyspace;
        this.replica = replica;
        this.reader = reader;
        this.proposals = proposals;
        this.workers = workers;
    }

    @Override
    public void memberList(MemberListRequest request, StreamObserver<MemberListResponse> observer) {
        Reply.with(
                observer,
                () -> reader.read(
                        !request.getLinearizable(),
                        workers.points(),
                        () -> MemberListResponse.newBuilder()
                                .setHeader(headers.withoutRevision())
                                .addAllMembers(members(keyspace.members()))
                                .build()));
    }

    @Override
    public void memberAdd(MemberAddRequest request, StreamObserver<MemberAddResponse> observer) {
        Reply.with(observer, () -> {
            String address = PeerUrls.address(request.getPeerURLsList());
            MemberRecord added = MemberRecord.newBuilder()
                    .setId(MemberIds.ofMember(cluster, address))
                    .setPeerAddress(address)
                    .setLearner(request.getIsLearner())
                    .build();
            return checked(heard -> objectionToAdd(added, heard))
                    .thenCompose(checked -> proposals.propose(
                            Command.newBuilder().setAdd(added).build(),
                            outcome -> MemberAddResponse.newBuilder()
                                    .setHeader(headers.withoutRevision())
                                    .setMember(member(added))
                                    .addAllMembers(members(outcome.getMembers().getMembersList()))
                                    .build()));
        });
    }

    private Optional<EtcdError> objectionToAdd(MemberRecord added, Set<String> heard) throws IOException {
        return added.getLearner()
                ? MembershipCheck.objectionToAddLearner(keyspace.members(), heard)
                : MembershipCheck.objectionToAdd(keyspace.members(), heard);
    }

    @Override
    public void memberRemove(MemberRemoveRequest request, StreamObserver<MemberRemoveResponse> observer) {
        MemberRemoval removal =
                MemberRemoval.newBuilder().setId(request.getID()).build();
        Reply.with(
                observer,
                () -> checked(heard -> MembershipCheck.objectionToRemove(keyspace.members(), request.getID(), heard))
                        .thenCompose(checked -> proposals.propose(
                                Command.newBuilder().setRemove(removal).build(),
                                outcome -> MemberRemoveResponse.newBuilder()
                                        .setHeader(headers.withoutRevision())
                                        .addAllMembers(
                                                members(outcome.getMembers().getMembersList()))
                                        .build())));
    }

    private interface Check {
        Optional<EtcdError> objection(Set<String> heard) throws IOException;
    }

    /** Fails with the check's objection, if any. A majority confirms the leader before it reports the peers that it hears. */
    private CompletableFuture<Void> checked(Check check) {
        return replica.heard()
                .thenCompose(heard -> reader.read(false, workers.points(), () -> {
                    Optional<EtcdError> objection = check.objection(heard);
                    if (objection.isPresent()) {
                        throw Statuses.of(objection.get());
                    }
                    return null;
                }));
    }

    /** Accepts only the address that the member already has, because Raft identifies members by address. */
    @Override
    public void memberUpdate(MemberUpdateRequest request, StreamObserver<MemberUpdateResponse> observer) {
        Reply.with(observer, () -> {
            String address = PeerUrls.address(request.getPeerURLsList());
            return reader.read(false, workers.points(), () -> updated(request.getID(), address));
        });
    }

    private MemberUpdateResponse updated(long id, String address) throws IOException {
        List<MemberRecord> members = keyspace.members();
        MemberRecord member = members.stream()
                .filter(known -> known.getId() == id)
                .findAny()
                .orElseThrow(() -> Statuses.of(EtcdError.MEMBER_NOT_FOUND));
        if (!member.getPeerAddress().equals(address)) {
            boolean isTaken =
                    members.stream().anyMatch(other -> other.getPeerAddress().equals(address));
            throw isTaken
                    ? Statuses.of(EtcdError.PEER_URL_EXISTS)
                    : Statuses.unimplemented("etcdserverpb.Cluster/MemberUpdate: a member's Raft address cannot change;"
                            + " remove the member and add it again");
        }
        return MemberUpdateResponse.newBuilder()
                .setHeader(headers.withoutRevision())
                .addAllMembers(members(members))
                .build();
    }

    @Override
    public void memberPromote(MemberPromoteRequest request, StreamObserver<MemberPromoteResponse> observer) {
        MemberPromotion promotion =
                MemberPromotion.newBuilder().setId(request.getID()).build();
        Reply.with(
                observer,
                () -> promotable(request.getID())
                        .thenCompose(checked -> proposals.propose(
                                Command.newBuilder().setPromote(promotion).build(),
                                outcome -> MemberPromoteResponse.newBuilder()
                                        .setHeader(headers.withoutRevision())
                                        .addAllMembers(
                                                members(outcome.getMembers().getMembersList()))
                                        .build())));
    }

    /** Fails with the objection to a promotion, if any. The state machine refuses members that are not learners. */
    private CompletableFuture<Void> promotable(long id) {
        return reader.read(false, workers.points(), keyspace::members)
                .thenCompose(members -> inSync(members, id).thenAccept(isInSync -> {
                    Optional<EtcdError> objection = isInSync
                            ? MembershipCheck.objectionToPromote(members)
                            : Optional.of(EtcdError.LEARNER_NOT_READY);
                    if (objection.isPresent()) {
                        throw Statuses.of(objection.get());
                    }
                }));
    }

    /** Completes with false if the learner has not applied enough of the committed log or does not answer. */
    private CompletableFuture<Boolean> inSync(List<MemberRecord> members, long id) {
        long committed = replica.status().committed(); // at least as of the preceding read
        return members.stream()
                .filter(member -> member.getId() == id && member.getLearner())
                .findAny()
                .map(learner -> replica.appliedBy(learner.getPeerAddress())
                        .handle((applied, failure) -> failure == null && applied >= IN_SYNC * committed))
                .orElseGet(() -> CompletableFuture.completedFuture(true));
    }

    private static List<Member> members(List<MemberRecord> records) {
        return records.stream().map(ClusterService::member).toList();
    }

    private static Member member(MemberRecord record) {
        return Member.newBuilder()
                .setID(record.getId())
                .setName(record.getName())
                .addPeerURLs(PeerUrls.url(record.getPeerAddress()))
                .addAllClientURLs(record.getClientUrlsList())
                .setIsLearner(record.getLearner())
                .build();
    }
}
