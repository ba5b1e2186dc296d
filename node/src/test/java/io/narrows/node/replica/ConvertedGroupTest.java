package io.narrows.node.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.node.command.MemberRecord;
import io.narrows.node.ratis.Recorded;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests groups whose data was written with Ratis, started on SOFAJRaft. */
@Tag("long")
class ConvertedGroupTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long SNAPSHOT_EVERY = 100;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"plain.zip, 24111, 3", "snapshots.zip, 24121, 4"})
    void group_continuesWhereItStopped(String data, int firstPort, int members) throws Exception {
        for (int port = firstPort; port < firstPort + members; port++) {
            Recorded.member(data, port, directory);
        }
        List<String> addresses = IntStream.range(firstPort, firstPort + members)
                .mapToObj(port -> "127.0.0.1:" + port)
                .toList();

        try (TestGroup group = new TestGroup(directory, addresses, SNAPSHOT_EVERY)) {
            String leader = group.leader();
            group.replica(leader).readBarrier().join();
            long revision = group.keyspace(leader).revision();
            assertThat(revision).as("what was written with Ratis").isGreaterThan(1);
            assertThat(group.keyspace(leader).members())
                    .extracting(MemberRecord::getPeerAddress)
                    .containsExactlyInAnyOrderElementsOf(addresses);
            for (String member : addresses) {
                assertThat(group.directory(member).resolve("raft.before")).isDirectory();
            }

            for (int i = 1; i <= SNAPSHOT_EVERY + 10; i++) {
                assertThat(group.put(group.follower(), "k", "v" + i)
                                .getPut()
                                .getHeader()
                                .getRevision())
                        .isEqualTo(revision + i);
            }

            for (String member : addresses) {
                group.replica(member).readBarrier().join();
                assertThat(group.keyspace(member).revision()).isEqualTo(revision + SNAPSHOT_EVERY + 10);
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(
                                        Files.exists(group.directory(member).resolve("raft.before")))
                                .as("data of Ratis, when there is a snapshot")
                                .isFalse());
            }
        }
    }
}
