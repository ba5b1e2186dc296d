package io.narrows.node.state;

import static io.narrows.node.mvcc.Requests.bytes;
import static io.narrows.node.mvcc.Requests.delete;
import static io.narrows.node.mvcc.Requests.get;
import static io.narrows.node.mvcc.Requests.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.node.command.Command;
import io.narrows.node.command.Entry;
import io.narrows.node.command.LeaseCheckpoint;
import io.narrows.node.command.LeaseCheckpoints;
import io.narrows.node.command.MemberPromotion;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.command.MemberRemoval;
import io.narrows.node.command.Members;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Outcomes;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.AlarmMember;
import io.narrows.node.etcd.AlarmRequest;
import io.narrows.node.etcd.AlarmRequest.AlarmAction;
import io.narrows.node.etcd.AlarmType;
import io.narrows.node.etcd.CompactionRequest;
import io.narrows.node.etcd.Compare;
import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.LeaseGrantRequest;
import io.narrows.node.etcd.LeaseRevokeRequest;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.ResponseHeader;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.etcd.TxnResponse;
import io.narrows.node.mvcc.Applied;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.mvcc.LeaseRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateMachineTest {
    @TempDir
    private Path directory;

    private final List<String> told = new ArrayList<>();
    private Keyspace keyspace;
    private StateMachine machine;
    private long index;

    @BeforeEach
    void open() throws IOException {
        keyspace = Keyspace.open(directory.resolve("store"), KeyspaceOptions.defaults());
        machine = new StateMachine(keyspace, new Told());
    }

    @AfterEach
    void close() throws IOException {
        keyspace.close();
    }

    @Test
    void answersAPutWithItsRevision() throws IOException {
        Outcome outcome = apply(put("a", "1"));

        assertThat(outcome.getPut().getHeader().getRevision()).isEqualTo(2);
        assertThat(told).containsExactly("changed 2 [PUT a]");
    }

    @Test
    void appliesAnEntryThatIsRefused() throws IOException {
        Outcome outcome = apply(put("a", "1", 99));

        assertThat(outcome.getRefusal().getText()).isEqualTo(EtcdError.LEASE_NOT_FOUND.text());
        assertThat(outcome.getRefusal().getCode())
                .isEqualTo(EtcdError.LEASE_NOT_FOUND.code().value());
        assertThat(keyspace.applied()).isEqualTo(new Applied(1, 1));
        assertThat(keyspace.revision()).isEqualTo(1);
        assertThat(told).isEmpty();
    }

    @Test
    void reportsRaisedAlarms() throws IOException {
        AlarmRequest.Builder alarm = AlarmRequest.newBuilder().setMemberID(7).setAlarm(AlarmType.CORRUPT);
        apply(Command.newBuilder()
                .setAlarm(alarm.setAction(AlarmAction.ACTIVATE))
                .build());
        apply(Command.newBuilder()
                .setAlarm(alarm.setAction(AlarmAction.DEACTIVATE))
                .build());

        assertThat(told).containsExactly("raised CORRUPT for 7");
    }

    @Test
    void appliesTheCommandsOfAnEntryInTheirOrder() throws IOException {
        Entry entry = Entry.newBuilder()
                .addCommands(command(put("a", "1")))
                .addCommands(command(put("a", "2", 99)))
                .addCommands(command(put("a", "3")))
                .build();

        Outcomes outcomes = machine.apply(entry, 4, 7);

        assertThat(outcomes.getOutcomesList())
                .extracting(Outcome::getKindCase)
                .containsExactly(Outcome.KindCase.PUT, Outcome.KindCase.REFUSAL, Outcome.KindCase.PUT);
        assertThat(told).containsExactly("changed 2 [PUT a]", "changed 3 [PUT a]");
        assertThat(keyspace.applied()).isEqualTo(new Applied(4, 7));
    }

    @Test
    void entry_isPublishedAtOnce() throws IOException {
        List<Long> readable = new ArrayList<>();
        StateMachine observed = new StateMachine(keyspace, new ChangeListener() {
            @Override
            public void changed(long revision, List<Event> events) {
                readable.add(keyspace.revision());
            }
        });

        observed.apply(entry(command(put("a", "1")), command(put("b", "1")), command(put("a", "2"))), 1, 1);

        assertThat(readable).containsExactly(4L, 4L, 4L);
    }

    @Test
    void command_seesTheEarlierOnesOfItsEntry() throws IOException, EtcdException {
        grant(7);
        TxnRequest txn = TxnRequest.newBuilder()
                .addCompare(version("a", 1))
                .addSuccess(op(put("b", "1")))
                .addSuccess(RequestOp.newBuilder().setRequestRange(get("a", 2)))
                .build();
        Command revocation = Command.newBuilder()
                .setRevoke(LeaseRevokeRequest.newBuilder().setID(7))
                .build();
        told.clear();

        Outcomes outcomes = machine.apply(
                entry(
                        command(put("a", "1", 7)),
                        Command.newBuilder().setTxn(txn).build(),
                        command(put("c", "1", 7)),
                        revocation,
                        Command.newBuilder().setDeleteRange(delete("a", "z")).build()),
                1,
                2);

        assertThat(outcomes.getOutcomes(1).getTxn().getSucceeded()).isTrue();
        assertThat(outcomes.getOutcomes(1)
                        .getTxn()
                        .getResponses(1)
                        .getResponseRange()
                        .getKvsCount())
                .isOne();
        assertThat(outcomes.getOutcomes(4).getDeleteRange().getDeleted()).isOne();
        assertThat(told)
                .containsExactly(
                        "changed 2 [PUT a]",
                        "changed 3 [PUT b]",
                        "changed 4 [PUT c]",
                        "changed 5 [DELETE a, DELETE c]",
                        "revoked 7",
                        "changed 6 [DELETE b]");
    }

    private static Entry entry(Command... commands) {
        return Entry.newBuilder().addAllCommands(List.of(commands)).build();
    }

    @Test
    void recordsWhatLeasesHaveLeft_andPassesOverOneThatIsGone() throws IOException {
        grant(7);
        told.clear();

        machine.apply(checkpoint(7, 40, 8, 5), new Applied(1, 2));

        assertThat(keyspace.leases()).containsExactly(new LeaseRecord(7, 60, 40));
        assertThat(told).containsExactly("checkpointed 7 at 40 s");

        machine.apply(checkpoint(7, 0), new Applied(1, 3));

        assertThat(keyspace.lease(7)).contains(LeaseRecord.granted(7, 60));
    }

    @Test
    void appliesWhatIsLeftOfAnEntryWhenTheProcessEndedMeanwhile() throws IOException, EtcdException {
        Entry entry = Entry.newBuilder()
                .addCommands(command(put("a", "1")))
                .addCommands(command(put("b", "1")))
                .build();
        machine.apply(entry.getCommands(0), Applied.NOTHING.withBegun(1));
        keyspace.close();
        open();

        Outcomes outcomes = machine.apply(entry, 1, 1);

        assertThat(outcomes.getOutcomesCount()).isEqualTo(1);
        assertThat(keyspace.revision()).isEqualTo(3);
        assertThat(keyspace.get(bytes("a"), 0))
                .hasValueSatisfying(a -> assertThat(a.getVersion()).isEqualTo(1));
        assertThat(keyspace.applied()).isEqualTo(new Applied(1, 1));
    }

    @Test
    void refusesAnEntryWithoutCommands() {
        assertThatThrownBy(() -> machine.apply(Entry.getDefaultInstance(), 1, 9))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("entry 9 has no commands");
    }

    @Test
    void hasNoNewRevisionForADeletionOfNothing() throws IOException {
        Outcome outcome =
                apply(Command.newBuilder().setDeleteRange(delete("a", "\0")).build());

        assertThat(outcome.getDeleteRange().getDeleted()).isZero();
        assertThat(outcome.getDeleteRange().getHeader().getRevision()).isEqualTo(1);
        assertThat(keyspace.applied()).isEqualTo(new Applied(1, 1));
    }

    @Test
    void keepsWhatAPutIgnores() throws IOException {
        grant(7);
        apply(put("a", "1", 7));

        apply(put("a", "").toBuilder().setIgnoreValue(true).build());
        assertThat(keyspace.leaseKeys(7)).isEmpty();
        apply(put("a", "", 7).toBuilder().setIgnoreValue(true).build());
        apply(put("a", "2").toBuilder().setIgnoreLease(true).build());

        assertThat(keyspace.leaseKeys(7)).containsExactly(bytes("a"));
        Outcome missing = apply(put("b", "").toBuilder().setIgnoreValue(true).build());
        assertThat(missing.getRefusal().getText()).isEqualTo(EtcdError.KEY_NOT_FOUND.text());
    }

    @Test
    void comparesNestedTransactionsWithWhatWasThereBefore() throws IOException {
        TxnRequest nested = TxnRequest.newBuilder()
                .addCompare(version("a", 0))
                .addSuccess(op(put("b", "unseen")))
                .addFailure(op(put("b", "seen")))
                .build();
        TxnRequest txn = TxnRequest.newBuilder()
                .addCompare(version("a", 0))
                .addSuccess(op(put("a", "1")))
                .addSuccess(RequestOp.newBuilder().setRequestTxn(nested))
                .addSuccess(RequestOp.newBuilder().setRequestRange(get("b")))
                .build();

        TxnResponse response = apply(Command.newBuilder().setTxn(txn).build()).getTxn();

        assertThat(response.getSucceeded()).isTrue();
        assertThat(response.getResponses(1).getResponseTxn().getSucceeded()).isTrue();
        assertThat(response.getResponses(2).getResponseRange().getKvs(0).getValue())
                .isEqualTo(bytes("unseen"));
        assertThat(response.getHeader().getRevision()).isEqualTo(2);
        assertThat(told).containsExactly("changed 2 [PUT a, PUT b]");
    }

    @Test
    void nestedTransactionHasAnEmptyHeader() throws IOException {
        TxnRequest txn = TxnRequest.newBuilder()
                .addSuccess(RequestOp.newBuilder().setRequestTxn(TxnRequest.getDefaultInstance()))
                .build();

        TxnResponse response = apply(Command.newBuilder().setTxn(txn).build()).getTxn();

        TxnResponse nested = response.getResponses(0).getResponseTxn();
        assertThat(nested.hasHeader()).isTrue();
        assertThat(nested.getHeader()).isEqualTo(ResponseHeader.getDefaultInstance());
    }

    @Test
    void holdsNoValueOfAKeyThatIsNotThere() throws IOException {
        for (Compare.CompareResult result :
                List.of(Compare.CompareResult.EQUAL, Compare.CompareResult.NOT_EQUAL, Compare.CompareResult.LESS)) {
            Compare compare = Compare.newBuilder()
                    .setKey(bytes("a"))
                    .setTarget(Compare.CompareTarget.VALUE)
                    .setResult(result)
                    .setValue(bytes(""))
                    .build();

            assertThat(succeeds(compare)).isFalse();
        }
    }

    @Test
    void comparesEachKeyOfARange() throws IOException {
        apply(put("a", "1"));
        apply(put("b", "1"));
        Compare.Builder compare =
                Compare.newBuilder().setKey(bytes("a")).setRangeEnd(bytes("c")).setTarget(Compare.CompareTarget.CREATE);

        assertThat(succeeds(compare.setResult(Compare.CompareResult.GREATER)
                        .setCreateRevision(1)
                        .build()))
                .isTrue();
        assertThat(succeeds(compare.setResult(Compare.CompareResult.GREATER)
                        .setCreateRevision(2)
                        .build()))
                .isFalse();
    }

    @Test
    void changesNothingWhenPartOfATransactionIsRefused() throws IOException {
        TxnRequest txn = TxnRequest.newBuilder()
                .addSuccess(op(put("a", "1")))
                .addSuccess(RequestOp.newBuilder().setRequestRange(get("a", 9)))
                .build();

        Outcome outcome = apply(Command.newBuilder().setTxn(txn).build());

        assertThat(outcome.getRefusal().getText()).isEqualTo(EtcdError.FUTURE_REVISION.text());
        assertThat(keyspace.revision()).isEqualTo(1);
    }

    @Test
    void tellsOfCompactionsAndLeases() throws IOException {
        apply(put("a", "1"));
        grant(7);
        apply(put("a", "2", 7));
        apply(Command.newBuilder()
                .setCompact(CompactionRequest.newBuilder().setRevision(2))
                .build());
        apply(Command.newBuilder()
                .setRevoke(LeaseRevokeRequest.newBuilder().setID(7))
                .build());

        assertThat(told)
                .containsExactly(
                        "changed 2 [PUT a]",
                        "granted 7 for 60 s",
                        "changed 3 [PUT a]",
                        "compacted 2",
                        "changed 4 [DELETE a]",
                        "revoked 7");
    }

    @Test
    void grantsNoLeaseOfLessThanEtcdsLeast() throws IOException {
        Outcome outcome = apply(Command.newBuilder()
                .setGrant(LeaseGrantRequest.newBuilder().setID(7).setTTL(1))
                .build());

        assertThat(outcome.getGrant().getTTL()).isEqualTo(2);
    }

    @Test
    void knowsItsMembers() throws IOException {
        MemberRecord first =
                MemberRecord.newBuilder().setId(-1).setPeerAddress("a:1").build();
        MemberRecord second =
                MemberRecord.newBuilder().setId(5).setPeerAddress("b:1").build();
        MemberRecord same = second.toBuilder().setId(6).build();
        apply(Command.newBuilder()
                .setBootstrap(Members.newBuilder().addMembers(first))
                .build());

        Outcome both = apply(Command.newBuilder().setAdd(second).build());
        Outcome again = apply(Command.newBuilder().setAdd(second).build());
        Outcome sameId = apply(Command.newBuilder()
                .setAdd(second.toBuilder().setPeerAddress("c:1"))
                .build());
        Outcome taken = apply(Command.newBuilder().setAdd(same).build());
        Outcome left = apply(Command.newBuilder()
                .setRemove(MemberRemoval.newBuilder().setId(-1))
                .build());

        assertThat(both.getMembers().getMembersList()).containsExactly(second, first);
        assertThat(again.getRefusal().getText()).isEqualTo(EtcdError.PEER_URL_EXISTS.text());
        assertThat(sameId.getRefusal().getText()).isEqualTo(EtcdError.MEMBER_EXISTS.text());
        assertThat(taken.getRefusal().getText()).isEqualTo(EtcdError.PEER_URL_EXISTS.text());
        assertThat(left.getMembers().getMembersList()).containsExactly(second);
    }

    @Test
    void learnsOfAMemberWhatItPublishes() throws IOException {
        MemberRecord member =
                MemberRecord.newBuilder().setId(5).setPeerAddress("b:1").build();
        MemberRecord started =
                member.toBuilder().setName("b").addClientUrls("http://b:2").build();
        apply(Command.newBuilder().setAdd(member).build());

        apply(Command.newBuilder().setPublish(started).build());
        Outcome stranger = apply(
                Command.newBuilder().setPublish(started.toBuilder().setId(6)).build());

        assertThat(keyspace.members()).containsExactly(started);
        assertThat(stranger.getRefusal().getText()).isEqualTo(EtcdError.MEMBER_NOT_FOUND.text());
    }

    @Test
    void promotedLearner_votes() throws IOException {
        MemberRecord learner = MemberRecord.newBuilder()
                .setId(5)
                .setPeerAddress("b:1")
                .setLearner(true)
                .build();

        Outcome added = apply(Command.newBuilder().setAdd(learner).build());
        Outcome promoted = promote(5);

        assertThat(added.getMembers().getMembersList()).containsExactly(learner);
        assertThat(promoted.getMembers().getMembersList())
                .containsExactly(learner.toBuilder().setLearner(false).build());
        assertThat(promote(5).getRefusal()).isEqualTo(EtcdError.MEMBER_NOT_LEARNER.refusal());
        assertThat(promote(6).getRefusal()).isEqualTo(EtcdError.MEMBER_NOT_FOUND.refusal());
    }

    @Test
    void secondLearner_isRefused() throws IOException {
        MemberRecord learner = MemberRecord.newBuilder()
                .setId(5)
                .setPeerAddress("b:1")
                .setLearner(true)
                .build();
        MemberRecord other = learner.toBuilder().setId(6).setPeerAddress("c:1").build();
        apply(Command.newBuilder().setAdd(learner).build());

        Outcome second = apply(Command.newBuilder().setAdd(other).build());
        Outcome voter = apply(
                Command.newBuilder().setAdd(other.toBuilder().clearLearner()).build());

        assertThat(second.getRefusal()).isEqualTo(EtcdError.TOO_MANY_LEARNERS.refusal());
        assertThat(voter.getMembers().getMembersCount()).isEqualTo(2);
    }

    @Test
    void publication_changesNoVote() throws IOException {
        MemberRecord learner = MemberRecord.newBuilder()
                .setId(5)
                .setPeerAddress("b:1")
                .setLearner(true)
                .build();
        MemberRecord started = learner.toBuilder().setName("b").build();
        apply(Command.newBuilder().setAdd(learner).build());
        promote(5);

        apply(Command.newBuilder().setPublish(started).build());

        assertThat(keyspace.members())
                .containsExactly(started.toBuilder().clearLearner().build());
    }

    private Outcome promote(long id) throws IOException {
        return apply(Command.newBuilder()
                .setPromote(MemberPromotion.newBuilder().setId(id))
                .build());
    }

    @Test
    void bootstrap_ofAGroupWithMembers_changesNothing() throws IOException {
        MemberRecord member =
                MemberRecord.newBuilder().setId(5).setPeerAddress("b:1").build();
        apply(Command.newBuilder().setAdd(member).build());

        apply(Command.newBuilder()
                .setBootstrap(Members.newBuilder().addMembers(member.toBuilder().setId(7)))
                .build());

        assertThat(keyspace.members()).containsExactly(member);
    }

    private boolean succeeds(Compare compare) throws IOException {
        TxnRequest txn = TxnRequest.newBuilder().addCompare(compare).build();
        return apply(Command.newBuilder().setTxn(txn).build()).getTxn().getSucceeded();
    }

    /** @param idsAndSeconds alternating */
    private static Command checkpoint(long... idsAndSeconds) {
        LeaseCheckpoints.Builder all = LeaseCheckpoints.newBuilder();
        for (int i = 0; i < idsAndSeconds.length; i += 2) {
            all.addCheckpoints(
                    LeaseCheckpoint.newBuilder().setId(idsAndSeconds[i]).setRemainingTtl(idsAndSeconds[i + 1]));
        }
        return Command.newBuilder().setCheckpoint(all).build();
    }

    private void grant(long id) throws IOException {
        apply(Command.newBuilder()
                .setGrant(LeaseGrantRequest.newBuilder().setID(id).setTTL(60))
                .build());
    }

    private Outcome apply(PutRequest put) throws IOException {
        return apply(command(put));
    }

    private static Command command(PutRequest put) {
        return Command.newBuilder().setPut(put).build();
    }

    private Outcome apply(Command command) throws IOException {
        return machine.apply(command, new Applied(1, ++index));
    }

    private static RequestOp.Builder op(PutRequest put) {
        return RequestOp.newBuilder().setRequestPut(put);
    }

    private static Compare.Builder version(String key, long version) {
        return Compare.newBuilder()
                .setKey(bytes(key))
                .setTarget(Compare.CompareTarget.VERSION)
                .setVersion(version);
    }

    private final class Told implements ChangeListener {
        @Override
        public void changed(long revision, List<Event> events) {
            told.add("changed " + revision + " "
                    + events.stream()
                            .map(event -> event.getType() + " "
                                    + event.getKv().getKey().toStringUtf8())
                            .toList());
        }

        @Override
        public void compacted(long revision) {
            told.add("compacted " + revision);
        }

        @Override
        public void leaseGranted(long id, long ttl) {
            told.add("granted " + id + " for " + ttl + " s");
        }

        @Override
        public void leaseCheckpointed(long id, long remainingTtl) {
            told.add("checkpointed " + id + " at " + remainingTtl + " s");
        }

        @Override
        public void leaseRevoked(long id) {
            told.add("revoked " + id);
        }

        @Override
        public void membersChanged() {
            told.add("members");
        }

        @Override
        public void alarmRaised(AlarmMember alarm) {
            told.add("raised " + alarm.getAlarm() + " for " + alarm.getMemberID());
        }
    }
}
