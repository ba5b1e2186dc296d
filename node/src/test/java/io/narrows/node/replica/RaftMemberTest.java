package io.narrows.node.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.narrows.node.command.Answer;
import io.narrows.node.command.Command;
import io.narrows.node.command.LeaseCheckpoint;
import io.narrows.node.command.LeaseCheckpoints;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.command.MemberRemoval;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Question;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.LeaseGrantRequest;
import io.narrows.node.etcd.LeaseKeepAliveRequest;
import io.narrows.node.etcd.LeaseTimeToLiveRequest;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.etcd.TxnResponse;
import io.narrows.node.file.Directories;
import io.narrows.node.state.MemberIds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class RaftMemberTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration LONG_ELECTION_TIMEOUT = Duration.ofSeconds(5);
    private static final long NO_SNAPSHOTS = 1_000_000;

    @TempDir
    private Path directory;

    @Test
    void propose_atFollower_isAppliedThereWhenItIsAnswered() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS)) {
            String follower = group.follower();

            Outcome outcome = group.put(follower, "a", "1");

            assertThat(outcome.getPut().getHeader().getRevision()).isEqualTo(2);
            assertThat(values(group, follower)).containsExactly("1");
        }
    }

    /** There is no heartbeat in this test. With two members, the follower has every entry that is committed. */
    @Test
    void followerAppliesWhatTheLeaderProposed_withoutAHeartbeat() throws Exception {
        try (TestGroup group = new TestGroup(directory, 2, NO_SNAPSHOTS, TestGroup.NO_ELECTIONS)) {
            String leader = group.addresses().get(0);
            String follower = group.addresses().get(1);
            group.elect(leader);
            // The leader's first entry must not come after the write, because the follower would learn both from it.
            await().atMost(PATIENCE)
                    .until(() -> group.keyspace(leader).members().size() == 2);

            long revision = group.put(leader, "a", "1").getPut().getHeader().getRevision();

            await().atMost(PATIENCE).until(() -> group.keyspace(follower).revision() == revision);
        }
    }

    @Test
    void outcome_isThatOfTheCommand_atEachMember_alsoAfterChangesOfTheLeader() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS)) {
            group.put(group.leader(), "a", "v0");
            int writes = 0;
            for (int leader = 0; leader < 3; leader++) {
                for (String address : group.addresses()) {
                    Outcome outcome = group.propose(address, replacement("a", "v" + (writes + 1)));

                    TxnResponse response = outcome.getTxn();
                    assertThat(response.getResponses(0)
                                    .getResponsePut()
                                    .getPrevKv()
                                    .getValue())
                            .isEqualTo(ByteString.copyFromUtf8("v" + writes));
                    writes++;
                    assertThat(response.getResponses(1)
                                    .getResponseRange()
                                    .getKvs(0)
                                    .getValue())
                            .isEqualTo(ByteString.copyFromUtf8("v" + writes));
                }
                moveLeader(group);
            }
        }
    }

    /** Returns a transaction that replaces a value and reads the new one. */
    private static Command replacement(String key, String value) {
        ByteString bytes = ByteString.copyFromUtf8(key);
        PutRequest put = PutRequest.newBuilder()
                .setKey(bytes)
                .setValue(ByteString.copyFromUtf8(value))
                .setPrevKv(true)
                .build();
        return Command.newBuilder()
                .setTxn(TxnRequest.newBuilder()
                        .addSuccess(RequestOp.newBuilder().setRequestPut(put))
                        .addSuccess(RequestOp.newBuilder()
                                .setRequestRange(RangeRequest.newBuilder().setKey(bytes))))
                .build();
    }

    @Test
    void readBarrier_atFollower_seesWhatTheLeaderAcknowledged() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS)) {
            String leader = group.leader();
            String follower = group.follower();
            for (int i = 0; i < 20; i++) {
                group.put(leader, "a", "v" + i);

                group.replica(follower).readBarrier().join();

                assertThat(values(group, follower)).containsExactly("v" + i);
            }
        }
    }

    @Test
    void restart_afterAllMembersEnded_hasEverything() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS)) {
            for (int i = 0; i < 10; i++) {
                group.put(group.leader(), "k" + i, "v" + i);
            }
            for (String address : group.addresses()) {
                group.stop(address);
            }

            for (String address : group.addresses()) {
                group.start(address);
            }

            String leader = group.leader();
            group.put(leader, "k9", "again");
            assertThat(group.keyspace(leader).revision()).isEqualTo(12);
        }
    }

    @Test
    void damagedDatabase_isRebuiltFromSnapshotAndLog() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, 50)) {
            for (int i = 0; i < 120; i++) {
                group.put(group.leader(), "k" + i % 7, "v" + i);
            }
            String damaged = group.follower();
            group.stop(damaged);
            try (Stream<Path> files = Files.list(group.directory(damaged).resolve("db/1"))) {
                for (Path file : files.filter(file -> file.toString().contains("MANIFEST"))
                        .toList()) {
                    Files.write(file, new byte[100]);
                }
            }
            Path unfinished =
                    Files.createDirectories(group.directory(damaged).resolve("replica/snapshots/temp/db.unfinished"));

            group.start(damaged);

            long revision = group.keyspace(group.leader()).revision();
            await().atMost(PATIENCE).until(() -> group.keyspace(damaged).revision() == revision);
            assertThat(values(group, damaged)).isEqualTo(values(group, group.leader()));
            assertThat(group.directory(damaged).resolve("db")).isDirectoryContaining("glob:**/1.damaged");
            assertThat(unfinished).as("left by a process that was killed").doesNotExist();
        }
    }

    @Test
    void memberThatLostItsVote_isRefused() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, 50)) {
            group.put(group.leader(), "k", "v");
            String follower = group.follower();
            Path vote = group.directory(follower).resolve("replica/vote");
            await().atMost(PATIENCE).until(() -> Files.exists(vote)); // the group may have begun without it
            group.stop(follower);
            Files.delete(vote);

            assertThatThrownBy(() -> group.start(follower))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the vote");
        }
    }

    @Test
    void memberThatLostItsLog_isRefused() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, 50)) {
            group.put(group.leader(), "k", "v");
            String follower = group.follower();
            await().atMost(PATIENCE)
                    .until(() -> Files.exists(group.directory(follower).resolve("replica/vote")));
            group.stop(follower);
            Directories.delete(group.directory(follower).resolve("replica/log"));
            Directories.delete(group.directory(follower).resolve("db")); // which is then not ahead of the snapshot

            assertThatThrownBy(() -> group.start(follower))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the Raft log is lost")
                    .hasMessageContaining("run member remove and member add");
        }
    }

    @Test
    void expiredLease_isRevokedWithItsKeys() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS)) {
            String follower = group.follower();
            grant(group, follower, 7, 1);
            group.propose(
                    follower,
                    Command.newBuilder()
                            .setPut(PutRequest.newBuilder()
                                    .setKey(ByteString.copyFromUtf8("a"))
                                    .setLease(7))
                            .build());

            await().atMost(PATIENCE).until(() -> values(group, follower).isEmpty());
            assertThat(group.keyspace(follower).leases()).isEmpty();
        }
    }

    @Test
    void lease_expiresWhileAMemberIsAwaitedThatNeverStarts() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS)) {
            group.put(group.leader(), "a", "1");
            add(group, TestGroup.freeAddress());
            String follower = group.follower();

            for (long lease = 1; lease <= 3; lease++) {
                grant(group, follower, lease, 1);
                await().atMost(PATIENCE)
                        .until(() -> group.keyspace(follower).leases().isEmpty());
            }
        }
    }

    @Test
    void keepAlive_atFollower_isAnsweredByTheLeader() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS)) {
            String follower = group.follower();
            grant(group, follower, 7, 1000);

            Answer answer = group.replica(follower)
                    .ask(Question.newBuilder()
                            .setKeepAlive(LeaseKeepAliveRequest.newBuilder().setID(7))
                            .build())
                    .join();

            assertThat(answer.getKeepAlive().getTTL()).isEqualTo(1000);
        }
    }

    /** Questions time out after fifteen seconds. */
    @Test
    void keepAlive_withoutALeader_isAnsweredByTheNextOne() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS, LONG_ELECTION_TIMEOUT)) {
            grant(group, group.leader(), 7, 1000);
            String alone = group.addresses().get(0);
            stopOthers(group, alone);

            CompletableFuture<Answer> answer = keepAlive(group, alone);
            group.start(group.addresses().get(1));
            group.elect(alone);

            assertThat(ttl(answer)).isEqualTo(1000);
        }
    }

    /**
     * Followers name a crashed leader for an election timeout, here until the test has another one elected. Until then, questions to it cannot
     * be sent.
     */
    @Test
    void keepAlive_afterTheLeaderCrashed_isAnsweredByTheNextOne() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS, TestGroup.NO_ELECTIONS)) {
            String leader = group.addresses().get(0);
            group.elect(leader);
            grant(group, leader, 7, 1000);
            String follower = group.follower();
            await().atMost(PATIENCE)
                    .until(() -> group.replica(follower).status().leader().equals(Optional.of(leader)));
            group.awaitSameLogs();
            group.disconnect(leader);

            CompletableFuture<Answer> answer = keepAlive(group, follower);
            assertThat(group.replica(follower).status().leader()).hasValue(leader);
            assertThat(answer).isNotDone();
            group.depose(follower);

            assertThat(ttl(answer)).isEqualTo(1000);
        }
    }

    /** While the leader changes, there is always a question under way; none is repeated by the test. */
    @Test
    void keepAlives_whileTheLeaderMoves_areAnswered() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS)) {
            grant(group, group.leader(), 7, 1000);
            for (int i = 0; i < 5; i++) {
                String leader = group.leader();
                List<String> others = others(group, leader);

                keepAliveDuring(
                        group,
                        others.get(0),
                        () -> group.replica(leader).moveLeader(others.get(1)).join());
            }
        }
    }

    @Test
    void keepAlives_whileTheLeaderStops_areAnswered() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS)) {
            grant(group, group.leader(), 7, 1000);
            for (int i = 0; i < 5; i++) {
                String leader = group.leader();

                keepAliveDuring(group, others(group, leader).get(0), () -> stop(group, leader));
                group.start(leader);
            }
        }
    }

    private static void stop(TestGroup group, String member) {
        try {
            group.stop(member);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> others(TestGroup group, String member) {
        return group.addresses().stream()
                .filter(address -> !address.equals(member))
                .toList();
    }

    private static void keepAliveDuring(TestGroup group, String at, Runnable change) throws Exception {
        CompletableFuture<Void> changed = CompletableFuture.runAsync(change, task -> new Thread(task).start());
        do {
            assertThat(ttl(keepAlive(group, at))).isEqualTo(1000);
        } while (!changed.isDone());
        changed.join();
        assertThat(ttl(keepAlive(group, at))).isEqualTo(1000);
    }

    @Test
    void membersHeard_withoutALeader_areRefused_whileAKeepAliveWaits() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS)) {
            grant(group, group.leader(), 7, 1000);
            String alone = group.addresses().get(0);
            stopOthers(group, alone);

            CompletableFuture<Answer> answer = keepAlive(group, alone);

            assertThatThrownBy(() -> group.replica(alone).heard().get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .hasRootCauseMessage("etcdserver: no leader");
            assertThat(answer).isNotDone();
        }
    }

    private static long ttl(CompletableFuture<Answer> answer) throws Exception {
        return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).getKeepAlive().getTTL();
    }

    /** The texts and the codes are those of etcd. */
    @Test
    void withoutALeader_aBarrierTimesOut_andAKeepAliveHasNoLeader() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS)) {
            grant(group, group.leader(), 7, 1000);
            String alone = group.addresses().get(0);
            stopOthers(group, alone);

            CompletableFuture<Answer> answer = keepAlive(group, alone);
            CompletableFuture<Void> barrier = group.replica(alone).readBarrier();

            assertThatThrownBy(() -> barrier.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .hasRootCauseMessage("etcdserver: request timed out");
            assertThatThrownBy(() -> answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .hasRootCauseMessage("etcdserver: no leader");
        }
    }

    private static void stopOthers(TestGroup group, String alone) throws IOException {
        for (String other : group.addresses()) {
            if (!other.equals(alone)) {
                group.stop(other);
            }
        }
        await().atMost(PATIENCE)
                .until(() -> group.replica(alone).status().leader().isEmpty());
    }

    private static CompletableFuture<Answer> keepAlive(TestGroup group, String at) {
        return group.replica(at)
                .ask(Question.newBuilder()
                        .setKeepAlive(LeaseKeepAliveRequest.newBuilder().setID(7))
                        .build());
    }

    @Test
    void lease_hasWhatItsCheckpointSays_underTheNextLeader_unlessItIsRenewed() throws Exception {
        Command checkpoint = Command.newBuilder()
                .setCheckpoint(LeaseCheckpoints.newBuilder()
                        .addCheckpoints(LeaseCheckpoint.newBuilder().setId(7).setRemainingTtl(600)))
                .build();
        Question keepAlive = Question.newBuilder()
                .setKeepAlive(LeaseKeepAliveRequest.newBuilder().setID(7))
                .build();
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS)) {
            grant(group, group.leader(), 7, 3_600);
            group.propose(group.leader(), checkpoint);

            moveLeader(group);

            assertThat(timeToLive(group, 7)).isBetween(1L, 600L);

            assertThat(answered(group, keepAlive).getKeepAlive().getTTL()).isEqualTo(3_600);
            moveLeader(group);

            assertThat(timeToLive(group, 7)).isGreaterThan(600);
        }
    }

    private static void moveLeader(TestGroup group) {
        String next = group.follower();
        group.replica(group.leader()).moveLeader(next).join();
    }

    /** Returns the remaining TTL in seconds. */
    private static long timeToLive(TestGroup group, long id) {
        Question question = Question.newBuilder()
                .setTimeToLive(LeaseTimeToLiveRequest.newBuilder().setID(id))
                .build();
        return answered(group, question).getTimeToLive().getTTL();
    }

    /** Asks a question, and retries while the leader changes. */
    private static Answer answered(TestGroup group, Question question) {
        return await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> group.replica(group.leader()).ask(question).join(), answer -> !answer.hasRefusal());
    }

    @Test
    void addedMember_isSentASnapshotAndTakesPart() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, 50)) {
            for (int i = 0; i < 120; i++) {
                group.put(group.leader(), "k" + i % 7, "v" + i);
            }

            String added = addedMember(group);

            await().atMost(PATIENCE).until(() -> values(group, added).equals(values(group, group.leader())));
            Outcome outcome = group.put(added, "k0", "new");
            assertThat(outcome.getPut().getHeader().getRevision()).isEqualTo(122);
            assertThat(group.directory(added).resolve("db"))
                    .as("what was received is the second database")
                    .isDirectoryContaining("glob:**/2");

            group.stop(added);
            group.join(added);

            group.replica(added).readBarrier().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(values(group, added)).contains("new");
        }
    }

    @Test
    void memberThatIsAlone_agreesWithItself_andTakesAnother() throws Exception {
        try (TestGroup group = new TestGroup(directory, 1, NO_SNAPSHOTS)) {
            group.put(group.leader(), "a", "1");

            String added = addedMember(group);
            group.put(added, "a", "2");

            for (String member : List.of(group.addresses().get(0), added)) {
                group.replica(member).readBarrier().join();
                assertThat(values(group, member)).containsExactly("2");
                assertThat(group.keyspace(member).members()).hasSize(2);
            }
        }
    }

    @Test
    void removedLeader_isNotMissedByAnAddedMember() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS)) {
            String added = addedMember(group);
            group.put(added, "a", "1");

            String removed = group.leader();
            remove(group, added, removed);
            Throwable end = group.member(removed).failure().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            group.put(added, "a", "2");

            assertThat(end).hasMessageContaining("permanently removed from the cluster");
            assertThat(values(group, added)).containsExactly("2");
        }
    }

    @Test
    void removedMember_isRefusedWhenItIsStartedAgain() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS)) {
            String removed = group.follower();
            group.put(removed, "a", "1");
            remove(group, group.leader(), removed);
            group.member(removed).failure().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            group.stop(removed);

            assertThatThrownBy(() -> group.start(removed))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("permanently removed from the cluster");
        }
    }

    @Test
    void memberThatWasDownWhenItWasRemoved_endsWhenItIsStarted() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS)) {
            String removed = group.follower();
            group.put(removed, "a", "1");
            group.stop(removed);
            remove(group, group.leader(), removed);
            group.put(group.follower(), "a", "2");

            group.start(removed);

            assertThat(group.member(removed).failure().get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .hasMessageContaining("removed");
        }
    }

    @Test
    void memberThatLostItsDisk_isRefused_andFilledAgainWhenItIsRemovedAndAdded() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, 50)) {
            String lost = group.follower();
            group.publish(lost);
            group.stop(lost);
            Directories.delete(group.directory(lost));
            for (int i = 0; i < 120; i++) {
                group.put(group.leader(), "k" + i % 7, "v" + i);
            }

            assertThatThrownBy(() -> group.start(lost))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("has no data here")
                    .hasMessageContaining("run member remove and member add and start it as a joining member");
            assertThatThrownBy(() -> group.join(lost)).hasMessageContaining("has no data here");
            remove(group, group.leader(), lost);
            add(group, lost);
            group.join(lost);

            long revision = group.keyspace(group.leader()).revision();
            await().atMost(PATIENCE).until(() -> group.keyspace(lost).revision() == revision);
            assertThat(values(group, lost)).isEqualTo(values(group, group.leader()));
        }
    }

    private static String addedMember(TestGroup group) throws Exception {
        await().atMost(PATIENCE)
                .until(() -> group.keyspace(group.leader()).members().size()
                        == group.addresses().size());
        String added = TestGroup.freeAddress();
        add(group, added);
        group.join(added);
        await().atMost(PATIENCE)
                .until(() -> group.replica(added).status().leader().isPresent());
        return added;
    }

    private static void add(TestGroup group, String added) throws Exception {
        group.propose(
                group.leader(),
                Command.newBuilder()
                        .setAdd(MemberRecord.newBuilder()
                                .setId(MemberIds.ofMember("test", added))
                                .setPeerAddress(added))
                        .build());
    }

    private static void remove(TestGroup group, String at, String removed) throws Exception {
        await().atMost(PATIENCE).until(() -> !group.keyspace(at).members().isEmpty());
        group.propose(
                at,
                Command.newBuilder()
                        .setRemove(MemberRemoval.newBuilder().setId(MemberIds.ofMember("test", removed)))
                        .build());
    }

    private static void grant(TestGroup group, String at, long id, long ttl) throws Exception {
        group.propose(
                at,
                Command.newBuilder()
                        .setGrant(LeaseGrantRequest.newBuilder().setID(id).setTTL(ttl))
                        .build());
    }

    private static List<String> values(TestGroup group, String at) throws IOException, EtcdException {
        return group
                .keyspace(at)
                .range(RangeRequest.newBuilder()
                        .setKey(ByteString.copyFromUtf8("\0"))
                        .setRangeEnd(ByteString.copyFromUtf8("\0"))
                        .build())
                .getKvsList()
                .stream()
                .map(KeyValue::getValue)
                .map(ByteString::toStringUtf8)
                .toList();
    }
}
