package io.narrows.node.api;

import static io.narrows.node.api.ServedNode.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.narrows.node.command.Command;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.AlarmMember;
import io.narrows.node.etcd.AlarmType;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.LeaseGrantRequest;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.state.MemberIds;
import io.narrows.node.support.LocalReplica;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SpaceQuotaTest {
    private static final long QUOTA = 3 << 20;
    private static final int VALUE_BYTES = 200_000;
    private static final ByteString KEY = ByteString.copyFromUtf8("a");

    @TempDir
    private Path directory;

    @AutoClose
    private ServedNode node;

    private final Random random = new Random(7);

    @BeforeEach
    void serve() throws IOException {
        node = new ServedNode(directory, sink -> {}, QUOTA);
    }

    private void put() {
        byte[] value = new byte[VALUE_BYTES];
        random.nextBytes(value);
        node.kv()
                .put(PutRequest.newBuilder()
                        .setKey(KEY)
                        .setValue(ByteString.copyFrom(value))
                        .build());
    }

    private void fill() {
        for (long bytes = 0; bytes < QUOTA - VALUE_BYTES; bytes += VALUE_BYTES + 1_000) {
            put();
        }
    }

    @Test
    void diskThatIsNearlyFull_raisesTheAlarm() throws Exception {
        node.agree();
        AtomicBoolean low = new AtomicBoolean();
        SpaceQuota quota = new SpaceQuota(
                ServedNode.CLUSTER, node.keyspace(), node.replica(), Long.MAX_VALUE, low::get, System::nanoTime);
        Command put =
                Command.newBuilder().setPut(PutRequest.newBuilder().setKey(KEY)).build();
        quota.look();
        assertThat(quota.admits(put)).isTrue();

        low.set(true);
        quota.look();

        assertThat(quota.admits(put)).isFalse();
        await().until(() -> node.keyspace().alarms().size() == 1);
    }

    @Test
    void databaseAtItsQuota_refusesWhatGrows_andRaisesTheAlarm() throws Exception {
        node.agree();
        fill();

        assertRefused(this::put, EtcdError.NO_SPACE);

        assertThat(node.keyspace().alarms())
                .containsExactly(AlarmMember.newBuilder()
                        .setMemberID(MemberIds.ofMember(ServedNode.CLUSTER, LocalReplica.ADDRESS))
                        .setAlarm(AlarmType.NOSPACE)
                        .build());
        assertRefused(
                () -> node.leases()
                        .leaseGrant(LeaseGrantRequest.newBuilder().setTTL(60).build()),
                EtcdError.NO_SPACE);
        assertThat(node.kv()
                        .range(RangeRequest.newBuilder().setKey(KEY).build())
                        .getCount())
                .isEqualTo(1);
        assertThat(node.kv()
                        .deleteRange(DeleteRangeRequest.newBuilder().setKey(KEY).build())
                        .getDeleted())
                .isEqualTo(1);
    }

    @Test
    void alarmIsProposedOnce_whateverIsRefused() throws Exception {
        node.agree();
        fill();

        for (int i = 0; i < 3; i++) {
            assertRefused(this::put, EtcdError.NO_SPACE);
        }

        assertThat(node.replica().proposed()).filteredOn(Command::hasAlarm).hasSize(1);
    }

    /** An older member does not know the alarm: this member refuses its own clients' writes nevertheless. */
    @Test
    void groupWithAnOlderMember_refusesWithoutAnAlarm() throws Exception {
        fill();

        assertRefused(this::put, EtcdError.NO_SPACE);

        assertThat(node.replica().proposed()).noneMatch(Command::hasAlarm);
    }

    @Test
    void look_raisesTheAlarm_withoutAWriteHere() throws Exception {
        node.agree();
        SpaceQuota small = ServedNode.quota(node.keyspace(), node.replica(), 1);

        small.look();

        await().until(() -> !node.keyspace().alarms().isEmpty());
        ServedNode.quota(node.keyspace(), node.replica(), Long.MAX_VALUE).look();
        assertThat(node.replica().proposed()).filteredOn(Command::hasAlarm).hasSize(1);
    }

    @Test
    void quotaOfNothing_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServedNode.quota(node.keyspace(), node.replica(), 0))
                .withMessageContaining("quota: 0 bytes");
    }
}
