package io.narrows.node.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.etcd.KeyValue;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.testkit.Seed;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a member that takes snapshots. Its database then lacks the latest puts, which its log has. */
@Tag("long")
class KilledMemberTest {
    private static final int KILLS = 5;
    private static final int MOST_PUTS = 700;
    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    private Path directory;

    private final Random random = new Random(Seed.of(KilledMemberTest.class));

    @Test
    void acknowledgedPuts_areRepeatedFromTheLog() throws Exception {
        String address = TestGroup.freeAddress();
        long last = 0;
        long repeated = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            last = putUntilKilled(address, last + 1, 1 + random.nextInt(MOST_PUTS));
            try (Keyspace keyspace = KilledMember.open(directory)) {
                long flushed = keyspace.revision();
                try (RaftMember member = KilledMember.start(directory, address, keyspace)) {
                    Awaitility.await()
                            .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                            .until(() -> member.replica().status().leads());
                    member.replica().readBarrier().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                    last = requireAll(keyspace, last);
                    repeated += keyspace.revision() - flushed;
                }
            }
        }

        assertThat(repeated).isPositive();
        assertThat(directory.resolve("replica/snapshots")).isDirectoryContaining("glob:**/snapshot_*");
    }

    /** Returns the number of the last put, which may be one that was not acknowledged. */
    private static long requireAll(Keyspace keyspace, long acknowledged) throws Exception {
        long found = 0;
        for (long key = 0; key < KilledMember.KEYS; key++) {
            List<Long> value = keyspace.get(KilledMember.key(key), 0).map(KeyValue::getValue).stream()
                    .map(bytes -> Long.parseLong(bytes.toStringUtf8().strip()))
                    .toList();
            found = Math.max(found, value.isEmpty() ? 0 : value.get(0));
        }
        assertThat(found).isBetween(acknowledged, acknowledged + 1);
        for (long number = Math.max(1, found - KilledMember.KEYS + 1); number <= found; number++) {
            assertThat(keyspace.get(KilledMember.key(number), 0))
                    .map(KeyValue::getValue)
                    .contains(KilledMember.value(number));
        }
        return found;
    }

    /** Returns the number of the last acknowledged put. */
    private long putUntilKilled(String address, long first, int puts) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledMember.class.getName(),
                        directory.toString(),
                        address,
                        Long.toString(first))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        long last = first - 1;
        try (BufferedReader acknowledgments = process.inputReader()) {
            int read = 0;
            for (String line; (line = acknowledgments.readLine()) != null; read++) {
                if (read == puts) {
                    // not Process.destroyForcibly, which would discard the unread content of the pipe
                    process.toHandle().destroyForcibly();
                }
                last = Long.parseLong(line);
            }
            assertThat(read).as("acknowledged puts").isGreaterThan(puts);
        } finally {
            process.destroyForcibly();
            process.waitFor();
        }
        return last;
    }
}
