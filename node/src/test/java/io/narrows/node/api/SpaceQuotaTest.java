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
import io.narrows.testkit.LoggedEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SpaceQuotaTest {
    private static final long QUOTA = 3 << 20;
    private static final int VALUE_BYTES = 200_000;
    private static final String AT_QUOTA =
            "the database has reached its quota; raising NOSPACE (compact, defragment, then disarm the alarm)";
    private static final String DISK_IS_LOW =
            "the disk is nearly full; raising NOSPACE (free disk space, then disarm the alarm)";
    private static final String NOT_RAISED = "cannot raise NOSPACE; retrying";
    private static final String IN_FORCE =
            "NOSPACE is in force; refusing writes that grow the database until it is disarmed";
    private static final String HERE_ONLY =
            "the database has reached its quota; refusing writes that grow the database on this member only: a member of an"
                    + " older release does not know NOSPACE (upgrade all members)";
    private static final ByteString KEY = ByteString.copyFromUtf8("a");

    @RegisterExtension
    private final LoggedEvents log = LoggedEvents.of(SpaceQuota.class);

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
    void groupWithAnOlderMember_refusesHere_whichIsLoggedOnce() throws Exception {
        SpaceQuota small = ServedNode.quota(node.keyspace(), node.replica(), 1);

        for (int i = 0; i < 3; i++) {
            small.look();
        }

        assertThat(log.messages()).containsExactly(HERE_ONLY);
    }

    @Test
    void alarmThatCannotBeCommitted_isLoggedOnce_forEachReason() throws Exception {
        node.agree();
        node.replica().refuse(Command::hasAlarm);
        AtomicBoolean low = new AtomicBoolean();
        SpaceQuota small =
                new SpaceQuota(ServedNode.CLUSTER, node.keyspace(), node.replica(), 1, low::get, System::nanoTime);

        for (int i = 0; i < 3; i++) {
            small.look();
        }
        low.set(true);
        for (int i = 0; i < 3; i++) {
            small.look();
        }

        assertThat(log.messages()).containsExactly(AT_QUOTA, NOT_RAISED, DISK_IS_LOW);
        assertThat(node.replica().proposed()).filteredOn(Command::hasAlarm).hasSize(6);
    }

    /** The database is smaller than the quota, but a large value no longer fits. */
    @Test
    void writeRefusedNearTheQuota_isLoggedOnce_whileMoreAreRefused() throws Exception {
        node.agree();
        node.replica().refuse(Command::hasAlarm);
        SpaceQuota quota = ServedNode.quota(node.keyspace(), node.replica(), QUOTA);

        for (int i = 0; i < 3; i++) {
            refuse(quota);
            quota.look();
        }

        assertThat(log.messages()).containsExactly(AT_QUOTA, NOT_RAISED);
        quota.look();
        refuse(quota);
        assertThat(log.messages()).containsExactly(AT_QUOTA, NOT_RAISED, AT_QUOTA, NOT_RAISED);
    }

    /** Like a service that is asked for a write. */
    private static void refuse(SpaceQuota quota) throws Exception {
        assertThat(quota.admits(large())).isFalse();
        quota.raise().get(60, TimeUnit.SECONDS);
    }

    private static Command large() {
        return Command.newBuilder()
                .setPut(PutRequest.newBuilder().setKey(KEY).setValue(ByteString.copyFrom(new byte[(int) QUOTA])))
                .build();
    }

    @Test
    void alarmInForce_isLogged() throws Exception {
        node.agree();
        SpaceQuota quota = ServedNode.quota(node.keyspace(), node.replica(), QUOTA);
        node.replica().refuseNext(Command::hasAlarm);

        for (int i = 0; i < 3; i++) {
            refuse(quota);
        }

        assertThat(log.messages()).containsExactly(AT_QUOTA, NOT_RAISED, IN_FORCE);
    }

    @Test
    void alarmInForce_isNotWarnedOfAgain_byAWriterThatDidNotSeeIt() throws Exception {
        node.agree();
        AtomicReference<Runnable> afterTheAlarmsWereRead = new AtomicReference<>(() -> {});
        SpaceQuota quota = new SpaceQuota(
                ServedNode.CLUSTER,
                node.keyspace(),
                node.replica(),
                1,
                () -> {
                    afterTheAlarmsWereRead.getAndSet(() -> {}).run();
                    return false;
                },
                System::nanoTime);
        afterTheAlarmsWereRead.set(() -> quota.raise().join());

        quota.raise().get(60, TimeUnit.SECONDS);

        assertThat(log.messages()).containsExactly(AT_QUOTA, IN_FORCE);
    }

    /** A proposal that times out may still be committed. */
    @Test
    void alarmInForce_isLogged_withoutAnAnswer() throws Exception {
        node.agree();
        SpaceQuota quota = ServedNode.quota(node.keyspace(), node.replica(), QUOTA);
        node.replica().fallSilent();

        assertThat(quota.admits(large())).isFalse();
        quota.raise();
        await().until(() -> !node.keyspace().alarms().isEmpty());

        quota.look();

        assertThat(log.messages()).containsExactly(AT_QUOTA, IN_FORCE);
    }

    @Test
    void alarmInForce_isLogged_ifItIsCommittedAfterTheLastRefusal() throws Exception {
        node.agree();
        SpaceQuota quota = ServedNode.quota(node.keyspace(), node.replica(), QUOTA);
        CountDownLatch commits = node.replica().pause();

        assertThat(quota.admits(large())).isFalse();
        CompletableFuture<Void> raised = quota.raise();
        for (int i = 0; i < 3; i++) {
            quota.look();
        }

        commits.countDown();
        raised.get(60, TimeUnit.SECONDS);

        assertThat(log.messages()).containsExactly(AT_QUOTA, IN_FORCE);
    }

    @Test
    void alarmInForce_isLogged_ifItIsCommittedAfterTheLastRefusal_withoutAnAnswer() throws Exception {
        node.agree();
        SpaceQuota quota = ServedNode.quota(node.keyspace(), node.replica(), QUOTA);
        node.replica().fallSilent();
        CountDownLatch commits = node.replica().pause();

        assertThat(quota.admits(large())).isFalse();
        quota.raise();
        for (int i = 0; i < 3; i++) {
            quota.look();
        }

        commits.countDown();
        await().until(() -> !node.keyspace().alarms().isEmpty());
        quota.look();

        assertThat(log.messages()).containsExactly(AT_QUOTA, IN_FORCE);
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
