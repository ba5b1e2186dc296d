package io.narrows.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import com.google.protobuf.ByteString;
import io.narrows.node.command.Command;
import io.narrows.node.command.GroupVersion;
import io.narrows.node.command.HashClaim;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.command.MemberRemoval;
import io.narrows.node.command.Members;
import io.narrows.node.etcd.AlarmMember;
import io.narrows.node.etcd.AlarmRequest;
import io.narrows.node.etcd.AlarmRequest.AlarmAction;
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
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

@Timeout(60)
class CorruptionCheckTest {
    private static final long OWN = 1;
    private static final long OTHER = 2;
    private static final long THIRD = 3;

    @TempDir
    private Path directory;

    private Keyspace keyspace;
    private CorruptionCheck check;
    private LocalReplica replica;

    @BeforeEach
    void open() throws Exception {
        start(300);
        propose(Command.newBuilder()
                .setBootstrap(Members.newBuilder()
                        .addMembers(member(OWN))
                        .addMembers(member(OTHER))
                        .addMembers(member(THIRD))));
        put("1");
        put("2");
    }

    private static MemberRecord member(long id) {
        return MemberRecord.newBuilder()
                .setId(id)
                .setPeerAddress("member" + id + ":2380")
                .setCommandVersion(CommandVersions.NEWEST)
                .build();
    }

    private void start(long alarmSeconds) throws IOException {
        keyspace = Keyspace.open(directory.resolve("store"), KeyspaceOptions.defaults());
        check = new CorruptionCheck(keyspace, OWN, alarmSeconds);
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

    @Test
    void alarmFromAComparison_waitsForALeader_withoutGivingUp() throws Exception {
        agree();
        HashClaim claim = claim(2);
        close();
        start(1);
        int before = replica.barriers();
        replica.runsBeforeBarrier(() -> replica.leader(Optional.empty()));

        receive(claim.toBuilder().setHash(claim.getHash() + 1).build());
        await().until(() -> replica.barriers() >= before + 2); // each pause would take all the time
        replica.leader(Optional.of(LocalReplica.ADDRESS));

        awaitAlarm();
    }

    /** A proposal that fails may have been committed all the same. */
    @Test
    void alarmThatWasRaised_andDisarmedByAnOperator_isNotRaisedAgain() throws Exception {
        agree();
        refuseAlarmAfter(alarm(AlarmAction.ACTIVATE), alarm(AlarmAction.DEACTIVATE));

        assertAlarmIsNotProposedAgain(3);
    }

    /** A removed member would block all changes of its group. */
    @Test
    void alarmForAMemberThatWasRemoved_isNotRaised() throws Exception {
        agree();
        refuseAlarmAfter(removal());

        assertAlarmIsNotProposedAgain(1);
    }

    /** It has the same id, and other keys. */
    @Test
    void alarmForAMemberThatWasAddedAgain_isNotRaised() throws Exception {
        agree();
        refuseAlarmAfter(removal(), Command.newBuilder().setAdd(member(OTHER)));

        assertAlarmIsNotProposedAgain(1);
    }

    @Test
    void alarmOfKeysThatASnapshotHasReplaced_isNotRaised() throws Exception {
        agree();
        replica.refuseNext(command -> {
            if (command.hasAlarm()) {
                check.replaced();
            }
            return command.hasAlarm();
        });

        assertAlarmIsNotProposedAgain(1);
    }

    @Test
    void alarmThatIsRaised_isNotProposed() throws Exception {
        agree();
        propose(alarm(AlarmAction.ACTIVATE));
        HashClaim claim = claim(2);

        receive(claim.toBuilder().setHash(claim.getHash() + 1).build());

        assertOnlyTheThirdMembersAlarmFollows(claim, 1);
    }

    private static Command.Builder alarm(AlarmAction action) {
        return Command.newBuilder()
                .setAlarm(AlarmRequest.newBuilder()
                        .setAction(action)
                        .setMemberID(OTHER)
                        .setAlarm(AlarmType.CORRUPT));
    }

    private static Command.Builder removal() {
        return Command.newBuilder().setRemove(MemberRemoval.newBuilder().setId(OTHER));
    }

    /** Lets the group commit something before it refuses the next alarm. */
    private void refuseAlarmAfter(Command.Builder... committed) {
        replica.refuseNext(command -> {
            if (!command.hasAlarm()) {
                return false;
            }
            replica.refuseNext(other -> false);
            for (Command.Builder each : committed) {
                replica.propose(each.build()).join();
            }
            return true;
        });
    }

    /** @param proposed number of proposals about alarms up to the refused one */
    private void assertAlarmIsNotProposedAgain(long proposed) throws Exception {
        HashClaim claim = claim(2);
        int before = replica.barriers();

        receive(claim.toBuilder().setHash(claim.getHash() + 1).build());

        await().until(() -> replica.barriers() == before + 2); // one for each attempt
        assertOnlyTheThirdMembersAlarmFollows(claim, proposed);
    }

    /** The last alarm follows those that were due before. */
    private void assertOnlyTheThirdMembersAlarmFollows(HashClaim claim, long before) throws Exception {
        receive(claim.toBuilder()
                .setMemberId(THIRD)
                .setHash(claim.getHash() + 1)
                .build());

        await().untilAsserted(() -> assertThat(keyspace.alarms())
                .extracting(AlarmMember::getMemberID)
                .contains(THIRD));
        assertThat(alarmsProposed()).isEqualTo(before + 1);
    }

    private long alarmsProposed() {
        return replica.proposed().stream().filter(Command::hasAlarm).count();
    }

    /** The executor would keep it to itself. */
    @Test
    void errorOfAComparison_isLogged() throws Exception {
        agree();
        HashClaim claim = claim(2);
        List<String> causes = new CopyOnWriteArrayList<>();
        Appender<ILoggingEvent> log = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                if (event.getThrowableProxy() == null) {
                    throw new LinkageError("as a test requested");
                }
                causes.add(event.getThrowableProxy().getMessage());
            }
        };
        Logger logger = (Logger) LoggerFactory.getLogger(CorruptionCheck.class);
        log.start();
        logger.addAppender(log);
        try {
            receive(claim.toBuilder().setHash(claim.getHash() + 1).build());

            await().untilAsserted(() -> assertThat(causes).containsExactly("as a test requested"));
        } finally {
            logger.detachAppender(log);
        }
    }

    /** The keys that a snapshot of the leader brings have another hash. */
    @Test
    void claimThatIsNotCommitted_isComputedAgainAfterASnapshot() throws Exception {
        agree();
        replica.refuseNext(command -> command.hasHashClaim() && replaceKeys());

        check.begin();

        await().until(() -> claims().size() == 2);
        assertThat(claims()).extracting(HashClaim::getRevision).containsExactly(3L, 4L);
    }

    private boolean replaceKeys() {
        PutRequest.Builder put = PutRequest.newBuilder().setKey(ByteString.copyFromUtf8("b"));
        replica.propose(Command.newBuilder().setPut(put).build()).join();
        check.replaced();
        return true;
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
        start(300);
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
