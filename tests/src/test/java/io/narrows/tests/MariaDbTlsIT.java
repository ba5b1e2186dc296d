package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Certificates;
import io.narrows.tests.support.Certificates.Identity;
import io.narrows.tests.support.MariaDbServer;
import io.narrows.tests.support.ReplicaPair;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A MariaDB replica that verifies its primary's certificate and shows its own, whose TLS the sidecars end and begin. */
class MariaDbTlsIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String CHECKSUM = "checksum table shop.orders";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private ReplicaPair pair;

    private Identity ofPrimary;
    private Identity ofReplica;

    @BeforeEach
    void startSidecars() throws IOException {
        Certificates certificates = new Certificates(directory.resolve("mariadb-certificates"));
        ofPrimary = certificates.node("primary");
        ofReplica = certificates.node("replica");
        pair = ReplicaPair.startWithTls(
                directory,
                MariaDbServer.PORT,
                Optional.of("mysql"),
                certificates.user("copy"),
                Map.of(ReplicaPair.PRIMARY_AT_REPLICA, certificates.shared(List.of("primary"))));
        pair.replica().resolve("primary", ReplicaPair.PRIMARY_AT_REPLICA);
    }

    @Test
    void replicaWithACertificate_hasThePrimarysRows_andLinksCompressThem() throws IOException {
        MariaDbServer primary = MariaDbServer.startWithTls(pair.primary(), 1, ofPrimary);
        MariaDbServer replica = MariaDbServer.start(pair.replica(), 2);
        primary.allowReplication("copy", "sesame");
        primary.query("alter user copy require subject '/CN=copy'");
        replica.followWithTls("primary", "copy", "sesame", ofReplica);

        primary.query("create database shop; create table shop.orders (id int primary key, item text, paid bool)");
        primary.query("use shop; insert into orders select seq, md5(seq), seq % 3 from seq_1_to_20000");

        String expected = primary.query(CHECKSUM);
        assertThat(expected).matches("shop.orders\t[1-9]\\d+");
        await().atMost(LIMIT)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .untilAsserted(() -> assertThat(replica.query(CHECKSUM)).isEqualTo(expected));
        assertThat(pair.atPrimary().metrics().shareOfClass("replication")).isGreaterThan(0.99);
        assertThat(pair.atReplica().metrics().sum("narrows_failures_total")).isZero();
    }
}
