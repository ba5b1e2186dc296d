package io.narrows.node.replica;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.node.mvcc.Applied;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
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
                .hasMessageStartingWith(directory.log() + ": begins with entry 702 (expected: a file with entry 701)")
                .hasMessageContaining(directory.snapshots() + " ends with entry 700")
                .hasMessageContaining(member.resolve("db/1") + " with entry 650");
    }

    @Test
    void beginningOfALogWithoutSnapshot_isMissed() throws IOException {
        log(2);

        assertThatThrownBy(() -> LogCheck.requireWhole(directory, keyspace))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("expected: a file with entry 1")
                .hasMessageContaining(directory.snapshots() + " has no snapshot");
    }

    @Test
    void wholeLog_isMissed() {
        keyspace.skip(new Applied(1, 5));

        assertThatThrownBy(() -> LogCheck.requireWhole(directory, keyspace))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has no files");
    }

    private void log(long first) throws IOException {
        Files.createDirectories(directory.log());
        Files.createFile(directory.log().resolve("%020d.log".formatted(first)));
    }

    private void snapshot(long last) throws IOException {
        Files.createDirectories(directory.snapshots().resolve("snapshot_" + last));
    }
}
