package io.narrows.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.narrows.node.command.Command;
import io.narrows.node.command.GroupVersion;
import io.narrows.node.command.HashClaim;
import io.narrows.node.etcd.AlarmMember;
import io.narrows.node.etcd.AlarmType;
import io.narrows.node.etcd.CompactionRequest;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.state.CommandVersions;
import io.narrows.node.support.LocalReplica;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CorruptionCheckTest {
    private static final long OWN = 1;
    private static final long OTHER = 2;

    @TempDir
    private Path directory;

    private Keyspace keyspace;
    private CorruptionCheck check;
    private LocalReplica replica;

    @BeforeEach
    void open() throws Exception {
        start();
        put("1");
        put("2");
    }

    private void start() throws IOException {
        keyspace = Keyspace.open(directory.resolve("store"), KeyspaceOptions.defaults());
        check = new CorruptionCheck(keyspace, OWN);
        replica = new LocalReplica(keyspace, check);
        check.use(replica);
    }

    @AfterEach
    void close() throws IOException {
        check.close();
        replica.close();
        keyspace.close();
    }

    private void put(String value) throws Exception {
        propose(Command.newBuilder()
                .setPut(PutRequest.newBuilder()
                        .setKey(ByteString.copyFromUtf8("a"))
                        .setValue(ByteString.copyFromUtf8(value))));
    }

    private void propose(Command.Builder command) throws Exception {
        replica.propose(command.build()).get(20, TimeUnit.SECONDS);
    }

    private void agree() throws Exception {
        propose(Command.newBuilder().setRaiseVersion(GroupVersion.newBuilder().setVersion(CommandVersions.NEWEST)));
    }

    private HashClaim claim(long revision) throws Exception {
        return HashClaim.newBuilder()
                .setMemberId(OTHER)
                .setRevision(revision)
                .setCompactRevision(keyspace.compactRevision())
                .setHash(keyspace.hashKv(revision))
                .build();
    }

    private void receive(HashClaim claim) throws Exception {
        propose(Command.newBuilder().setHashClaim(claim));
    }

    private void awaitAlarm() {
        awaitAlarmOf(OTHER);
    }

    private void awaitAlarmOf(long member) {
        await().untilAsserted(() -> assertThat(keyspace.alarms())
                .containsExactly(AlarmMember.newBuilder()
                        .setMemberID(member)
                        .setAlarm(AlarmType.CORRUPT)
                        .build()));
    }

    @Test
    void memberWhoseHashDiffers_hasTheAlarmRaised() throws Exception {
        agree();
        HashClaim claim = claim(2);

        receive(claim.toBuilder().setHash(claim.getHash() + 1).build());

        awaitAlarm();
    }

    /** The other member has applied nothing that this member has not applied. */
    @Test
    void memberWithRevisionsThatNobodyMade_hasTheAlarmRaised() throws Exception {
        agree();

        receive(claim(3).toBuilder().setRevision(4).build());

        awaitAlarm();
    }

    @Test
    void memberWithAWrongEntryOfLatest_raisesTheAlarmForItself_whenItClaims() throws Exception {
        agree();
        reopenWithAWrongEntryOfLatest();

        check.begin();

        awaitAlarmOf(OWN);
        assertThat(replica.proposed()).noneMatch(Command::hasHashClaim);
    }

    @Test
    void memberWithAWrongEntryOfLatest_raisesTheAlarmForItself_whenItCompares() throws Exception {
        agree();
        HashClaim claim = claim(3);
        reopenWithAWrongEntryOfLatest();

        receive(claim);

        awaitAlarmOf(OWN);
    }

    /** The damage of this member's latest does not hide that of the other one. */
    @Test
    void memberWithAWrongEntryOfLatest_raisesTheAlarmForTheOtherMemberToo_ifHashesDiffer() throws Exception {
        agree();
        HashClaim claim = claim(3);
        reopenWithAWrongEntryOfLatest();

        receive(claim.toBuilder().setHash(claim.getHash() + 1).build());

        await().untilAsserted(() -> assertThat(keyspace.alarms())
                .extracting(AlarmMember::getMemberID)
                .containsExactlyInAnyOrder(OWN, OTHER));
    }

    @Test
    void memberWithAWrongEntryOfLatest_raisesTheAlarmForItself_evenIfHashesCannotBeCompared() throws Exception {
        agree();
        propose(Command.newBuilder().setCompact(CompactionRequest.newBuilder().setRevision(3)));
        HashClaim compacted = claimOfNow().toBuilder().setRevision(2).build();
        reopenWithAWrongEntryOfLatest();

        receive(compacted);

        awaitAlarmOf(OWN);
    }

    /** Otherwise the check would be lost, as the other member does not claim again. */
    @Test
    void alarmFromAComparison_isProposedAgainIfItIsNotCommitted() throws Exception {
        agree();
        HashClaim claim = claim(2);
        replica.refuseNext(Command::hasAlarm);

        receive(claim.toBuilder().setHash(claim.getHash() + 1).build());

        awaitAlarm();
    }

    /** The hash, which takes a read of all keys, is not computed again. */
    @Test
    void claimThatIsNotCommitted_isProposedAgainUnchanged() throws Exception {
        agree();
        replica.refuseNext(Command::hasHashClaim);

        check.begin();
        await().until(() -> claims().size() == 1);
        put("3");

        await().until(() -> claims().size() == 2);
        assertThat(claims().get(1)).isEqualTo(claims().get(0));
    }

    /** Members that have compacted could not compare it. */
    @Test
    void claimThatIsNotCommitted_isComputedAgainAfterACompaction() throws Exception {
        agree();
        replica.refuseNext(command -> command.hasHashClaim() && compact());

        check.begin();

        await().until(() -> claims().size() == 2);
        assertThat(claims()).extracting(HashClaim::getCompactRevision).containsExactly(-1L, 3L);
    }

    private boolean compact() {
        Command.Builder compaction =
                Command.newBuilder().setCompact(CompactionRequest.newBuilder().setRevision(3));
        replica.propose(compaction.build()).join();
        return true;
    }

    private List<HashClaim> claims() {
        return replica.proposed().stream()
                .filter(Command::hasHashClaim)
                .map(Command::getHashClaim)
                .toList();
    }

    @Test
    void alarmThatIsNotCommitted_isProposedAgain() throws Exception {
        agree();
        reopenWithAWrongEntryOfLatest();
        replica.refuseNext();

        check.begin();

        awaitAlarmOf(OWN);
    }

    private void reopenWithAWrongEntryOfLatest() throws Exception {
        close();
        try (Db db = Db.open(directory.resolve("store/1"), DbOptions.defaults().withOwnLog(false))) {
            byte[] revision = ByteBuffer.allocate(Long.BYTES).putLong(2).array();
            db.put(db.family("latest").orElseThrow(), "a".getBytes(UTF_8), revision);
        }
        start();
    }

    /** The last claim is wrong; when its alarm is raised, the earlier ones have been compared. */
    @Test
    void claimsThatAgreeOrAreNotComparable_pass() throws Exception {
        agree();
        HashClaim beforeCompaction = claim(3);
        receive(claim(2));
        receive(claim(3));
        receive(claim(3).toBuilder().setMemberId(OWN).setHash(7).build());
        propose(Command.newBuilder().setCompact(CompactionRequest.newBuilder().setRevision(3)));
        receive(beforeCompaction.toBuilder().setHash(7).build());
        receive(claimOfNow());

        receive(claimOfNow().toBuilder().setHash(7).build());

        awaitAlarm();
        assertThat(replica.proposed()).filteredOn(Command::hasAlarm).hasSize(1);
    }

    private HashClaim claimOfNow() throws Exception {
        return HashClaim.newBuilder()
                .setMemberId(OTHER)
                .setRevision(keyspace.revision())
                .setCompactRevision(keyspace.compactRevision())
                .setHash(keyspace.hashKv(0))
                .build();
    }

    @Test
    void begin_claimsWhatIsHere_onceTheGroupHasAgreedOnClaims() throws Exception {
        check.begin();
        await().until(() -> replica.barriers() > 0);
        agree();

        await().until(() -> replica.proposed().stream().anyMatch(Command::hasHashClaim));

        assertThat(replica.proposed())
                .filteredOn(Command::hasHashClaim)
                .singleElement()
                .satisfies(command -> {
                    assertThat(command.getNeedsVersion()).isEqualTo(2);
                    assertThat(command.getHashClaim())
                            .isEqualTo(claimOfNow().toBuilder().setMemberId(OWN).build());
                });
    }
}
