package io.narrows.node.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.alipay.sofa.jraft.core.NodeImpl;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteRequest;
import com.alipay.sofa.jraft.util.RepeatedTimer;
import io.narrows.node.file.Directories;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Restart of a group whose members were all killed: its log is applied again, and the first election waits for no timeout. */
@Tag("long")
class CrashedGroupTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration NEVER = Duration.ofMinutes(30);

    /** An election timeout in which a member usually starts, so that its timer can be stopped before it fires. */
    private static final Duration LATE = Duration.ofSeconds(6);

    private static final int ATTEMPTS = 10;

    private static final long NO_SNAPSHOTS = 1_000_000;
    private static final int PUTS = 20;

    @TempDir
    private Path directory;

    @Test
    void memberWithoutLeader_appliesItsCommittedEntriesAgain() throws Exception {
        Path crashed = directory.resolve("crashed");
        long revision;
        String member;
        try (TestGroup group = new TestGroup(directory.resolve("group"), 3, NO_SNAPSHOTS)) {
            String follower = group.follower();
            member = follower;
            for (int i = 0; i < PUTS; i++) {
                group.put(group.leader(), "k" + i, "v");
            }
            revision = group.keyspace(group.leader()).revision();
            long put = revision;
            await().atMost(PATIENCE).until(() -> group.keyspace(follower).revision() == put);
            // Once the member applies a further put, it has recorded the others as applied, and writes that soon.
            group.put(group.leader(), "last", "v");
            await().atMost(PATIENCE).until(() -> group.keyspace(follower).revision() > put);
            FileTime recorded = FileTime.from(Instant.now());
            Path file = group.directory(follower).resolve("replica/committed");
            await().atMost(PATIENCE).until(() -> {
                group.put(group.leader(), "last", "v");
                return Files.exists(file) && Files.getLastModifiedTime(file).compareTo(recorded) > 0;
            });
            copy(
                    group.directory(member),
                    crashed.resolve(group.directory(member).getFileName()));
        }
        Path database = crashed.resolve(member.replace(':', '-')).resolve("db");
        try (Keyspace keyspace = Keyspace.open(database, KeyspaceOptions.defaults())) {
            assertThat(keyspace.revision()).as("flushed").isLessThan(revision);
        }

        try (TestGroup alone = new TestGroup(crashed, List.of(member), NO_SNAPSHOTS)) {
            long expected = revision;
            await().atMost(PATIENCE).until(() -> alone.keyspace(member).revision() >= expected);

            assertThat(alone.replica(member).status().leader()).isEmpty();
        }
    }

    @Test
    void preVoteOfOneMember_electsALeader_longBeforeTheTimeout() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS, NEVER)) {
            String address = group.addresses().get(0);
            NodeImpl node = TestGroup.node(address);

            // Without a connection a vote is not sent.
            await().atMost(PATIENCE).until(() -> {
                PreVote.of(node).begin();
                return group.replica(address).status().leader().isPresent();
            });

            group.put(address, "k", "v");
        }
    }

    /** Without SOFAJRaft's election timers, only {@link FirstElection} can start an election. */
    @Test
    void restartedMembers_electALeader_withoutAnElectionTimer() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS, LATE)) {
            for (String address : group.addresses()) {
                group.stop(address);
            }
            for (String address : group.addresses()) {
                startWithoutElectionTimer(group, address);
            }

            group.put(group.leader(), "k", "v");
        }
    }

    /** Starts a member again if it took so long that its timer may have fired. */
    private static void startWithoutElectionTimer(TestGroup group, String address) throws Exception {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            long began = System.nanoTime();
            group.start(address);
            stopElectionTimer(TestGroup.node(address));
            if (System.nanoTime() - began < LATE.toNanos()) {
                return;
            }
            group.stop(address);
        }
        throw new AssertionError("no start of a member takes less than " + LATE);
    }

    private static void stopElectionTimer(NodeImpl node) throws ReflectiveOperationException {
        Field timer = NodeImpl.class.getDeclaredField("electionTimer");
        timer.setAccessible(true);
        ((RepeatedTimer) timer.get(node)).stop();
    }

    @Test
    void preVote_isNotDue_afterAnElectionOfAnotherMember() throws Exception {
        try (TestGroup group = new TestGroup(directory, 3, NO_SNAPSHOTS, NEVER)) {
            String address = group.addresses().get(0);
            NodeImpl node = TestGroup.node(address);
            PreVote preVote = PreVote.of(node);

            node.handleRequestVoteRequest(RequestVoteRequest.newBuilder()
                    .setGroupId(GroupNames.of("test"))
                    .setServerId(group.addresses().get(1))
                    .setPeerId(address)
                    .setTerm(1)
                    .setLastLogTerm(1)
                    .setLastLogIndex(1)
                    .setPreVote(false)
                    .build());

            assertThat(preVote.begin()).isFalse();
            assertThat(PreVote.of(node).begin()).isTrue();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Directories.create(to.getParent());
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }
}
