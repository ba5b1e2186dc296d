package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.RedisServer;
import io.narrows.tests.support.ReplicaPair;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests a Redis replica in another region that copies and follows its primary through two sidecars. */
class RedisReplicaIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private ReplicaPair pair;

    @BeforeEach
    void startSidecars() throws IOException {
        pair = ReplicaPair.start(directory, RedisServer.PORT);
    }

    @Test
    void replica_hasWhatThePrimaryHas_andItsConnectionIsReplication() throws IOException {
        RedisServer primary = RedisServer.primary(pair.primary());
        primary.write(10_000, 200);
        RedisServer replica = RedisServer.replica(pair.replica(), ReplicaPair.PRIMARY_AT_REPLICA);
        await().atMost(LIMIT).until(() -> replica.digest().equals(primary.digest()));

        primary.write(10_000, 300);

        await().atMost(LIMIT).untilAsserted(() -> assertThat(replica.digest()).isEqualTo(primary.digest()));
        assertThat(replica.ask("GET", "key:000000000001")).isEqualTo(primary.ask("GET", "key:000000000001"));
        assertThat(pair.atPrimary().metrics().shareOfClass("replication")).isGreaterThan(0.999);
        assertThat(pair.atReplica().metrics().shareOfClass("replication")).isGreaterThan(0.999);
    }
}
