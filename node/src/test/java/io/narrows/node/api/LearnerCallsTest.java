package io.narrows.node.api;

import static io.narrows.node.api.ServedNode.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.narrows.node.command.Command;
import io.narrows.node.command.MemberPromotion;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.HashKVRequest;
import io.narrows.node.etcd.LeaseGrantRequest;
import io.narrows.node.etcd.MemberListRequest;
import io.narrows.node.etcd.MoveLeaderRequest;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.SnapshotRequest;
import io.narrows.node.etcd.StatusRequest;
import io.narrows.node.etcd.StatusResponse;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.etcd.WatchRequest;
import io.narrows.node.etcd.WatchResponse;
import io.narrows.node.support.LocalReplica;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LearnerCallsTest {
    private static final ByteString KEY = ByteString.copyFromUtf8("a");
    private static final long SELF = 5;

    @TempDir
    private Path directory;

    private ServedNode node;

    /** Starts a learner with a key. */
    @BeforeEach
    void serve() throws Exception {
        node = new ServedNode(directory, sink -> {});
        propose(Command.newBuilder().setPut(PutRequest.newBuilder().setKey(KEY)));
        propose(Command.newBuilder()
                .setAdd(MemberRecord.newBuilder()
                        .setId(SELF)
                        .setPeerAddress(LocalReplica.ADDRESS)
                        .setLearner(true)));
    }

    @AfterEach
    void close() throws IOException {
        node.close();
    }

    private void propose(Command.Builder command) throws Exception {
        node.replica().propose(command.build()).get(20, TimeUnit.SECONDS);
    }

    private long count(boolean serializable) {
        return node.kv()
                .range(RangeRequest.newBuilder()
                        .setKey(KEY)
                        .setSerializable(serializable)
                        .build())
                .getCount();
    }

    private StatusResponse status() {
        return node.maintenance().status(StatusRequest.getDefaultInstance());
    }

    @Test
    void learner_servesWhatItHas() {
        assertThat(count(true)).isOne();
        assertThat(status().getIsLearner()).isTrue();
        assertThat(node.maintenance().snapshot(SnapshotRequest.getDefaultInstance()))
                .toIterable()
                .isNotNull();
    }

    @Test
    void learner_refusesEverythingElse() {
        assertRefused(() -> count(false), EtcdError.NOT_SUPPORTED_FOR_LEARNER);
        assertRefused(
                () -> node.kv().put(PutRequest.newBuilder().setKey(KEY).build()), EtcdError.NOT_SUPPORTED_FOR_LEARNER);
        assertRefused(() -> node.kv().txn(TxnRequest.getDefaultInstance()), EtcdError.NOT_SUPPORTED_FOR_LEARNER);
        assertRefused(
                () -> node.leases().leaseGrant(LeaseGrantRequest.getDefaultInstance()),
                EtcdError.NOT_SUPPORTED_FOR_LEARNER);
        assertRefused(
                () -> node.members().memberList(MemberListRequest.getDefaultInstance()),
                EtcdError.NOT_SUPPORTED_FOR_LEARNER);
        assertRefused(
                () -> node.maintenance().hashKV(HashKVRequest.getDefaultInstance()),
                EtcdError.NOT_SUPPORTED_FOR_LEARNER);
    }

    @Test
    void learner_watchesNothing() {
        StreamRecorder<WatchResponse> recorder = new StreamRecorder<>();

        node.watches().watch(recorder).onNext(WatchRequest.getDefaultInstance());

        assertRefused(recorder::awaitEnd, EtcdError.NOT_SUPPORTED_FOR_LEARNER);
    }

    @Test
    void promotedLearner_servesAll() throws Exception {
        propose(Command.newBuilder().setPromote(MemberPromotion.newBuilder().setId(SELF)));

        assertThat(count(false)).isOne();
        assertThat(status().getIsLearner()).isFalse();
    }

    @Test
    void learner_isNotGivenTheLeadership() throws Exception {
        propose(Command.newBuilder().setPromote(MemberPromotion.newBuilder().setId(SELF)));
        propose(Command.newBuilder()
                .setAdd(MemberRecord.newBuilder()
                        .setId(6)
                        .setPeerAddress("two:2380")
                        .setLearner(true)));
        MoveLeaderRequest move = MoveLeaderRequest.newBuilder().setTargetID(6).build();

        assertRefused(() -> node.maintenance().moveLeader(move), EtcdError.BAD_LEADER_TRANSFEREE);
        assertThat(node.replica().movedTo()).isEmpty();
    }
}
