package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.MariaDbServer;
import io.narrows.tests.support.ReplicaPair;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests a MariaDB replica in another region that follows its primary's binary log through two sidecars. */
class MariaDbReplicaIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String CHECKSUM = "checksum table shop.orders";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private ReplicaPair pair;

    @BeforeEach
    void startSidecars() throws IOException {
        pair = ReplicaPair.start(directory, MariaDbServer.PORT);
    }

    @Test
    void replica_hasThePrimarysRows_andItsConnectionIsReplication() throws IOException {
        MariaDbServer primary = MariaDbServer.start(pair.primary(), 1);
        MariaDbServer replica = MariaDbServer.start(pair.replica(), 2);
        primary.allowReplication("copy", "sesame");
        replica.follow(ReplicaPair.PRIMARY_AT_REPLICA, "copy", "sesame");

        primary.query("create database shop; create table shop.orders (id int primary key, item text, paid bool)");
        primary.query("use shop; insert into orders select seq, md5(seq), seq % 3 from seq_1_to_20000");
        primary.query("update shop.orders set paid = true where id % 5 = 0; delete from shop.orders where id % 7 = 0");

        String expected = primary.query(CHECKSUM);
        assertThat(expected).matches("shop.orders\t[1-9]\\d+");
        await().atMost(LIMIT)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .untilAsserted(() -> assertThat(replica.query(CHECKSUM)).isEqualTo(expected));
        assertThat(pair.atPrimary().metrics().shareOfClass("replication")).isGreaterThan(0.99);
        assertThat(pair.atReplica().metrics().shareOfClass("replication")).isGreaterThan(0.99);
    }
}
