package io.narrows.node.replica;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.node.mvcc.Applied;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.vote.Vote;
import io.narrows.node.vote.VoteFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogCheckTest {
    @TempDir
    private Path member;

    private ReplicaDirectory directory;
    private Keyspace keyspace;

    @BeforeEach
    void open() throws IOException {
        directory = new ReplicaDirectory(member);
        Files.createDirectories(directory.path());
        keyspace = Keyspace.open(member.resolve("db"), KeyspaceOptions.defaults());
    }

    @AfterEach
    void close() throws IOException {
        keyspace.close();
    }

    @Test
    void newMember_isWhole() {
        assertThatNoException().isThrownBy(() -> LogCheck.requireWhole(directory, keyspace));
    }

    @Test
    void logThatContinuesTheSnapshot_isWhole() throws IOException {
        log(701);
        snapshot(700);
        snapshot(300);

        assertThatNoException().isThrownBy(() -> LogCheck.requireWhole(directory, keyspace));
    }

    @Test
    void restoredMemberWithoutLog_isWhole() throws IOException {
        snapshot(1);
        keyspace.skip(new Applied(1, 1));

        assertThatNoException().isThrownBy(() -> LogCheck.requireWhole(directory, keyspace));
    }

    @Test
    void entriesBetweenDatabaseAndLog_areMissed() throws IOException {
        log(702);
        snapshot(700);
        keyspace.skip(new Applied(1, 650));

        assertThatThrownBy(() -> LogCheck.requireWhole(directory, keyspace))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(
                        directory.log() + ": the beginning of the Raft log is lost: the first log file begins"
                                + " with entry 702 (expected: 701 or less)")
                .hasMessageContaining(directory.snapshots() + " ends with entry 700")
                .hasMessageContaining(member.resolve("db/1") + " ends with entry 650")
                .hasMessageContaining("delete " + member + ", and start it as a joining member");
    }

    @Test
    void beginningOfALogWithoutSnapshot_isMissed() throws IOException {
        log(2);

        assertThatThrownBy(() -> LogCheck.requireWhole(directory, keyspace))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("expected: 1 or less")
                .hasMessageContaining(directory.snapshots() + " has no snapshot")
                .hasMessageContaining(member.resolve("db/1") + " is empty");
    }

    @Test
    void wholeLog_isMissed() {
        keyspace.skip(new Applied(1, 5));

        assertThatThrownBy(() -> LogCheck.requireWhole(directory, keyspace))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(directory.log() + ": the Raft log is lost: the folder has no log files")
                .hasMessageContaining(member.resolve("db/1") + " ends with entry 5");
    }

    @Test
    void wholeLogOfAMemberThatHasVoted_isMissed_whateverItsDatabaseHas() throws IOException {
        VoteFile.in(directory.path()).write(new Vote(3, ""));
        requireLost();

        Files.createDirectories(directory.log());
        requireLost();

        snapshot(700);
        keyspace.skip(new Applied(1, 700));
        requireLost();
    }

    private void requireLost() {
        assertThatThrownBy(() -> LogCheck.requireWhole(directory, keyspace))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(directory.log() + ": the Raft log is lost: the folder has no log files")
                .hasMessageContaining("the vote of this member")
                .hasMessageContaining("Put the missing log files back");
    }

    private void log(long first) throws IOException {
        Files.createDirectories(directory.log());
        Files.createFile(directory.log().resolve("%020d.log".formatted(first)));
    }

    private void snapshot(long last) throws IOException {
        Files.createDirectories(directory.snapshots().resolve("snapshot_" + last));
    }
}
