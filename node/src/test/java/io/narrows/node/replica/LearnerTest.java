package io.narrows.node.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.node.command.Command;
import io.narrows.node.command.MemberPromotion;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.command.MemberRemoval;
import io.narrows.node.error.EtcdError;
import io.narrows.node.state.MemberIds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class LearnerTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long SNAPSHOT_EVERY = 10;

    @TempDir
    private Path directory;

    @Test
    void learner_isSentASnapshot_andVotesOnceItIsPromoted() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, SNAPSHOT_EVERY)) {
            group.putUntilTheLogIsTruncated();
            long revision = group.keyspace(group.leader()).revision();

            String learner = joinedLearner(group);
            awaitRevision(group, learner, revision);
            group.put(learner, "k", "given to the leader");
            group.replica(learner).readBarrier().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(heard(group)).as("voters").hasSize(3).doesNotContain(learner));
            promote(group, learner);
            awaitVoter(group, learner);
            group.stop(group.addresses().get(0));
            group.put(learner, "k", "of three among four");

            assertThat(group.directory(learner).resolve("db"))
                    .as("what was received is the second database")
                    .isDirectoryContaining("glob:**/2");
            assertThat(group.keyspace(learner).member(learner))
                    .get()
                    .extracting(MemberRecord::getLearner)
                    .isEqualTo(false);
        }
    }

    @Test
    void learnerThatNeverStarts_endangersNothing() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, SNAPSHOT_EVERY)) {
            String learner = addedLearner(group);

            assertThatThrownBy(() -> group.replica(group.leader())
                            .appliedBy(learner)
                            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .hasMessageContaining(EtcdError.TIMEOUT.text());
            String stopped = group.leader();
            group.stop(stopped);
            group.put(group.leader(), "a", "of two among three");
            group.start(stopped);

            awaitRevision(group, stopped, 2);
        }
    }

    @Test
    void learner_doesNotMakeAMajority() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, SNAPSHOT_EVERY)) {
            String learner = joinedLearner(group);
            group.put(group.leader(), "a", "1");
            awaitRevision(group, learner, 2);
            String last = group.addresses().get(0);
            group.stop(group.addresses().get(1));
            group.stop(group.addresses().get(2));

            assertThatThrownBy(() -> group.put(last, "a", "2")).hasMessageContaining("etcdserver: ");

            assertThat(group.keyspace(learner).revision()).isEqualTo(2);
        }
    }

    @Test
    void appliedBy_followsALearner() throws Exception {
        try (TestGroup group = new TestGroup(directory, 1, SNAPSHOT_EVERY)) {
            String learner = joinedLearner(group);
            group.put(group.leader(), "a", "1");
            Replica leader = group.replica(group.leader());

            await().atMost(PATIENCE)
                    .until(() ->
                            leader.appliedBy(learner).join() >= leader.status().committed());
        }
    }

    /** SOFAJRaft alone would not start its election timer ({@link ElectionTimer}). */
    @Test
    void learnerThatWasRestarted_noticesThatItsLeaderIsGone() throws Exception {
        try (TestGroup group = new TestGroup(directory, 1, SNAPSHOT_EVERY)) {
            String voter = group.leader();
            String learner = joinedLearner(group);
            restart(group, learner);

            group.stop(voter);

            await().atMost(PATIENCE)
                    .until(() -> group.replica(learner).status().leader().isEmpty());
        }
    }

    /** SOFAJRaft alone would wait for the next write ({@link Reconfiguration}). */
    @Test
    void learnerThatHasAllBeforeItIsWaitedFor_isPromoted() throws Exception {
        try (TestGroup group = new TestGroup(directory, 1, SNAPSHOT_EVERY)) {
            String learner = joinedLearner(group);
            LateCatchUp.of("test", group.leader());

            promote(group, learner);

            awaitVoter(group, learner);
        }
    }

    @Test
    void promotedLearner_leadsIfItAloneHasAll() throws Exception {
        try (TestGroup group = new TestGroup(directory, 2, SNAPSHOT_EVERY)) {
            String learner = joinedLearner(group);
            restart(group, learner);
            promote(group, learner);
            awaitVoter(group, learner);
            awaitEndOfChange(group);
            String behind = group.addresses().get(0);
            String other = group.addresses().get(1);

            group.stop(behind);
            put(group, "a", "1");
            group.stop(other);
            group.start(behind);

            await().atMost(PATIENCE).until(() -> group.replica(learner).status().leads());
            put(group, "a", "2");
        }
    }

    @Test
    void removedLearner_findsOut() throws Exception {
        try (TestGroup group = new TestGroup(directory, 1, SNAPSHOT_EVERY)) {
            String learner = joinedLearner(group);

            group.propose(
                    group.leader(),
                    Command.newBuilder()
                            .setRemove(MemberRemoval.newBuilder().setId(MemberIds.ofMember("test", learner)))
                            .build());

            assertThat(group.member(learner).failure().get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .hasMessageContaining("permanently removed from the cluster");
        }
    }

    private static String addedLearner(TestGroup group) throws Exception {
        await().atMost(PATIENCE)
                .until(() -> group.keyspace(group.leader()).members().size()
                        == group.addresses().size());
        String learner = TestGroup.freeAddress();
        group.propose(
                group.leader(),
                Command.newBuilder()
                        .setAdd(MemberRecord.newBuilder()
                                .setId(MemberIds.ofMember("test", learner))
                                .setPeerAddress(learner)
                                .setLearner(true))
                        .build());
        return learner;
    }

    /** Returns a learner that has applied its own addition. */
    private static String joinedLearner(TestGroup group) throws Exception {
        String learner = addedLearner(group);
        group.join(learner);
        await().atMost(PATIENCE)
                .until(() -> group.keyspace(learner)
                        .member(learner)
                        .map(MemberRecord::getLearner)
                        .equals(Optional.of(true)));
        return learner;
    }

    private static void restart(TestGroup group, String member) throws Exception {
        group.stop(member);
        group.join(member);
        await().atMost(PATIENCE)
                .until(() -> group.replica(member).status().leader().isPresent());
    }

    private static void promote(TestGroup group, String learner) throws Exception {
        group.propose(
                group.leader(),
                Command.newBuilder()
                        .setPromote(MemberPromotion.newBuilder().setId(MemberIds.ofMember("test", learner)))
                        .build());
    }

    private static void awaitVoter(TestGroup group, String member) {
        await().atMost(PATIENCE).until(() -> heard(group).contains(member));
    }

    /**
     * Waits until a change of Raft's configuration is committed. The change takes two entries, and the second is appended
     * when the first is applied; so it is committed once two later writes have been committed, one after the other. A
     * member that stops earlier would stop the group, whose former majority includes it.
     */
    private static void awaitEndOfChange(TestGroup group) throws Exception {
        put(group, "change", "applied");
        put(group, "change", "committed");
    }

    /** Puts a key; retries if a leader has stepped down because the machine was too slow. */
    private static void put(TestGroup group, String key, String value) {
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            group.put(group.leader(), key, value);
            return true;
        });
    }

    private static Set<String> heard(TestGroup group) throws Exception {
        return group.replica(group.leader()).heard().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static void awaitRevision(TestGroup group, String at, long revision) {
        await().atMost(PATIENCE).until(() -> group.keyspace(at).revision() == revision);
    }
}
