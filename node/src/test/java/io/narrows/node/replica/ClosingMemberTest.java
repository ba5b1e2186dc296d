package io.narrows.node.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.node.error.EtcdException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a member does not fail because its keyspace is closed before it. */
class ClosingMemberTest {
    private static final long NO_SNAPSHOTS = 1_000_000;

    /** The refused put fails after two of them and five seconds. */
    private static final Duration SHORT_ELECTION_TIMEOUT = Duration.ofMillis(300);

    @TempDir
    private Path directory;

    /** SOFAJRaft reports the refused entry to the state machine as an error before the put fails. */
    @Test
    void entryRefusedBecauseTheKeyspaceCloses_isNoFailureOfTheMember() throws Exception {
        TestGroup group = new TestGroup(directory, 1, NO_SNAPSHOTS, SHORT_ELECTION_TIMEOUT);
        String address = group.leader();
        RaftMember member = group.member(address);
        try {
            group.put(address, "k", "1");
            group.keyspace(address).close();

            assertThatThrownBy(() -> group.put(address, "k", "2")).hasCauseInstanceOf(EtcdException.class);

            assertThat(member.failure()).isNotDone();
        } finally {
            member.close();
        }
    }
}
