package io.narrows.node.api;

import static io.narrows.node.api.ServedNode.assertRefused;
import static io.narrows.node.mvcc.Requests.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.narrows.node.command.Command;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.AlarmMember;
import io.narrows.node.etcd.AlarmRequest;
import io.narrows.node.etcd.AlarmRequest.AlarmAction;
import io.narrows.node.etcd.AlarmResponse;
import io.narrows.node.etcd.AlarmType;
import io.narrows.node.etcd.CompactionRequest;
import io.narrows.node.etcd.DefragmentRequest;
import io.narrows.node.etcd.DowngradeRequest;
import io.narrows.node.etcd.DowngradeRequest.DowngradeAction;
import io.narrows.node.etcd.HashKVRequest;
import io.narrows.node.etcd.HashKVResponse;
import io.narrows.node.etcd.HashRequest;
import io.narrows.node.etcd.MoveLeaderRequest;
import io.narrows.node.etcd.SnapshotRequest;
import io.narrows.node.etcd.SnapshotResponse;
import io.narrows.node.etcd.StatusRequest;
import io.narrows.node.etcd.StatusResponse;
import io.narrows.node.support.LocalReplica;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class MaintenanceServiceTest {
    private static final int FILE_BYTES = 5_000_000;
    private static final int CHUNK_BYTES = 700_000;

    @TempDir
    private Path directory;

    private final byte[] file = new byte[FILE_BYTES];
    private volatile IOException snapshotFailure;
    private ServedNode node;

    @BeforeEach
    void serve() throws IOException {
        new Random(7).nextBytes(file);
        node = new ServedNode(directory, this::writeFile);
    }

    @AfterEach
    void close() throws IOException {
        node.close();
    }

    private void writeFile(SnapshotSource.Sink sink) throws IOException {
        if (snapshotFailure != null) {
            throw snapshotFailure;
        }
        for (int from = 0; from < FILE_BYTES; from += CHUNK_BYTES) {
            int length = Math.min(CHUNK_BYTES, FILE_BYTES - from);
            sink.write(ByteBuffer.wrap(file, from, length), FILE_BYTES - from - length);
        }
    }

    private void add(long id, String address) throws Exception {
        MemberRecord member =
                MemberRecord.newBuilder().setId(id).setPeerAddress(address).build();
        node.replica().propose(Command.newBuilder().setAdd(member).build()).get(20, TimeUnit.SECONDS);
    }

    private StatusResponse status() {
        return node.maintenance().status(StatusRequest.getDefaultInstance());
    }

    private HashKVResponse hashKv(long revision) {
        return node.maintenance()
                .hashKV(HashKVRequest.newBuilder().setRevision(revision).build());
    }

    @Test
    void status_isThatOfTheReplica() throws Exception {
        add(5, LocalReplica.ADDRESS);

        StatusResponse status = status();

        assertThat(status.getVersion()).isEqualTo("3.5.15");
        assertThat(status.getLeader()).isEqualTo(5);
        assertThat(status.getRaftTerm()).isEqualTo(7);
        assertThat(status.getRaftIndex()).isEqualTo(42);
        assertThat(status.getRaftAppliedIndex()).isEqualTo(41);
        assertThat(status.getErrorsList()).isEmpty();
        assertThat(status.getDbSize()).isEqualTo(node.keyspace().sizeBytes());
    }

    @Test
    void statusWithoutALeader_saysSo() {
        node.replica().leader(Optional.empty());

        StatusResponse status = status();

        assertThat(status.getLeader()).isZero();
        assertThat(status.getErrorsList()).containsExactly("etcdserver: no leader");
    }

    @Test
    void hashes_areOfTheKeys() throws Exception {
        node.kv().put(put("a", "1"));
        int one = hashKv(0).getHash();
        node.kv().put(put("a", "2"));

        assertThat(hashKv(0).getHash()).isNotEqualTo(one);
        assertThat(hashKv(2).getHash()).isEqualTo(one);
        assertThat(node.maintenance().hash(HashRequest.getDefaultInstance()).getHash())
                .isEqualTo(hashKv(0).getHash());
    }

    @Test
    void hashKv_saysWhatIsCompacted() {
        node.kv().put(put("a", "1"));
        node.kv().put(put("a", "2"));
        assertThat(hashKv(0).getCompactRevision()).isEqualTo(-1);

        node.kv().compact(CompactionRequest.newBuilder().setRevision(2).build());

        assertThat(hashKv(0).getCompactRevision()).isEqualTo(2);
        assertRefused(() -> hashKv(2), EtcdError.COMPACTED);
        assertRefused(() -> hashKv(9), EtcdError.FUTURE_REVISION);
    }

    @Test
    void snapshot_isTheFileAndItsSha256() throws Exception {
        Iterator<SnapshotResponse> responses = node.maintenance().snapshot(SnapshotRequest.getDefaultInstance());

        ByteArrayOutputStream received = new ByteArrayOutputStream();
        long remaining = Long.MAX_VALUE;
        while (responses.hasNext()) {
            SnapshotResponse response = responses.next();
            assertThat(response.getRemainingBytes()).isLessThanOrEqualTo(remaining);
            remaining = response.getRemainingBytes();
            response.getBlob().writeTo(received);
        }
        assertThat(remaining).isZero();
        byte[] all = received.toByteArray();
        assertThat(all).hasSize(FILE_BYTES + 32).startsWith(file);
        assertThat(Arrays.copyOfRange(all, FILE_BYTES, all.length))
                .isEqualTo(MessageDigest.getInstance("SHA-256").digest(file));
    }

    @Test
    void snapshotThatCannotBeWritten_fails() {
        snapshotFailure = new IOException("no space on /tmp");

        assertRefused(
                () -> node.maintenance()
                        .snapshot(SnapshotRequest.getDefaultInstance())
                        .next(),
                Status.Code.INTERNAL,
                "no space on /tmp");
    }

    @Test
    void snapshotsOfClientsThatDoNotRead_doNotStopOthers() {
        Iterator<SnapshotResponse> unread = node.maintenance().snapshot(SnapshotRequest.getDefaultInstance());
        assertThat(unread.next().getRemainingBytes()).isPositive();

        Iterator<SnapshotResponse> read = node.maintenance().snapshot(SnapshotRequest.getDefaultInstance());
        long received = 0;
        while (read.hasNext()) {
            received += read.next().getBlob().size();
        }

        assertThat(received).isEqualTo(FILE_BYTES + 32);
    }

    private AlarmResponse alarm(AlarmAction action, long member, AlarmType type) {
        return node.maintenance()
                .alarm(AlarmRequest.newBuilder()
                        .setAction(action)
                        .setMemberID(member)
                        .setAlarm(type)
                        .build());
    }

    private static AlarmMember alarmOf(long member, AlarmType type) {
        return AlarmMember.newBuilder().setMemberID(member).setAlarm(type).build();
    }

    @Test
    void alarms_areListedByType_andShownInTheStatus() throws Exception {
        node.agree();
        alarm(AlarmAction.ACTIVATE, 5, AlarmType.NOSPACE);
        alarm(AlarmAction.ACTIVATE, -1, AlarmType.CORRUPT);

        assertThat(alarm(AlarmAction.GET, 0, AlarmType.NONE).getAlarmsList())
                .containsExactly(alarmOf(5, AlarmType.NOSPACE), alarmOf(-1, AlarmType.CORRUPT));
        assertThat(alarm(AlarmAction.GET, 0, AlarmType.CORRUPT).getAlarmsList())
                .containsExactly(alarmOf(-1, AlarmType.CORRUPT));
        assertThat(status().getErrorsList())
                .containsExactly("memberID:5 alarm:NOSPACE ", "memberID:18446744073709551615 alarm:CORRUPT ");
    }

    @Test
    void disarm_answersWithWhatItDisarmed() throws Exception {
        node.agree();
        alarm(AlarmAction.ACTIVATE, 5, AlarmType.NOSPACE);

        assertThat(alarm(AlarmAction.DEACTIVATE, 6, AlarmType.NOSPACE).getAlarmsList())
                .isEmpty();
        assertThat(alarm(AlarmAction.DEACTIVATE, 5, AlarmType.NOSPACE).getAlarmsList())
                .containsExactly(alarmOf(5, AlarmType.NOSPACE));
        assertThat(alarm(AlarmAction.GET, 0, AlarmType.NONE).getAlarmsList()).isEmpty();
    }

    @Test
    void alarm_inAGroupWithAnOlderMember_isRefused() {
        assertRefused(() -> alarm(AlarmAction.ACTIVATE, 5, AlarmType.NOSPACE), EtcdError.NOT_CAPABLE);
    }

    @Test
    void defragment_leavesWhatIsThere() {
        node.kv().put(put("a", "1"));
        int before = hashKv(0).getHash();

        node.maintenance().defragment(DefragmentRequest.getDefaultInstance());

        assertThat(hashKv(0).getHash()).isEqualTo(before);
    }

    @Test
    void moveLeader_goesToTheMembersAddress() throws Exception {
        add(9, "two:2380");

        node.maintenance()
                .moveLeader(MoveLeaderRequest.newBuilder().setTargetID(9).build());

        assertThat(node.replica().movedTo()).containsExactly("two:2380");
    }

    @Test
    void moveLeaderToNobody_isRefused() {
        MoveLeaderRequest toNobody =
                MoveLeaderRequest.newBuilder().setTargetID(77).build();

        assertRefused(() -> node.maintenance().moveLeader(toNobody), EtcdError.BAD_LEADER_TRANSFEREE);
    }

    @Test
    void moveLeader_isForTheLeader() {
        node.replica().leader(Optional.of("two:2380"));
        MoveLeaderRequest request =
                MoveLeaderRequest.newBuilder().setTargetID(9).build();

        assertRefused(() -> node.maintenance().moveLeader(request), EtcdError.NOT_LEADER);
    }

    /** Kubernetes' API server enables streaming and consistent lists from its cache based on the release alone. */
    @Test
    void version_isOneWhoseProgressKubernetesTrusts() {
        int[] release = Arrays.stream(status().getVersion().split("\\."))
                .mapToInt(Integer::parseInt)
                .toArray();

        assertThat(release).hasSize(3);
        assertThat(Arrays.compare(release, new int[] {3, 5, 13})).isNotNegative();
    }

    @ParameterizedTest
    @CsvSource({
        "VALIDATE, 3.4, etcdserver: invalid downgrade target version",
        "ENABLE, 3.4.0, etcdserver: invalid downgrade target version",
        "ENABLE, 3.5, etcdserver: invalid downgrade target version",
        "VALIDATE, three, etcdserver: wrong downgrade target version format",
        "CANCEL, '', etcdserver: no inflight downgrade job"
    })
    void downgrade_hasNoTarget(DowngradeAction action, String version, String refusal) {
        DowngradeRequest request = DowngradeRequest.newBuilder()
                .setAction(action)
                .setVersion(version)
                .build();

        assertThatThrownBy(() -> node.maintenance().downgrade(request)).hasMessageContaining(refusal);
    }
}
