package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.narrows.tests.support.BilledLoad;
import io.narrows.tests.support.BilledPair;
import io.narrows.tests.support.IpCounter.Bytes;
import io.narrows.tests.support.LinkSecurity;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares both sides of a link's bill with interface counters: the link's own, and those of the load without sidecars. */
final class IpBytesIT {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "PLAINTEXT, HEARTBEATS, 300",
        "TLS, HEARTBEATS, 300",
        "PLAINTEXT, PING_20, 500",
        "PLAINTEXT, REPLICATION, 300",
        "TLS, BULK, 40"
    })
    void metricsSayWhatTheInterfaceCarried(LinkSecurity security, BilledLoad load, int messages) throws Exception {
        try (BilledPair pair = BilledPair.start(directory, security, "{codec: zstd, level: 1}", 0)) {
            Bytes metricBefore = pair.settled();
            Bytes before = pair.counted();
            pair.carry(load, messages);
            Bytes metric = pair.settled().since(metricBefore);
            Bytes counted = pair.counted().since(before);

            assertThat((double) metric.sum())
                    .as("IP bytes of links by the metric, %s; by the interfaces, %s", metric, counted)
                    .isCloseTo(counted.sum(), withPercentage(1));

            Bytes direct = pair.direct(load, messages);
            Bytes baseline = pair.metric("narrows_baseline_ip_bytes_total");
            assertThat((double) baseline.sum())
                    .as("IP bytes without sidecars by the metric, %s; by the interface, %s", baseline, direct)
                    .isCloseTo(direct.sum(), withPercentage(3));
        }
    }

    /** Allows an idle pair 600 bytes a minute; a ping on each link every 4 s would exceed that in ten seconds. */
    @Test
    void idlePairTakesFewBytes() throws Exception {
        try (BilledPair pair = BilledPair.start(directory, LinkSecurity.PLAINTEXT, "{codec: none}", 0)) {
            pair.settled();
            Bytes before = pair.counted();
            assertThat(before.sum()).as("bytes of greetings").isPositive();

            pair.quiet(Duration.ofSeconds(15));

            assertThat(pair.counted().since(before).sum()).isLessThanOrEqualTo(600);
        }
    }

    @Test
    void cutLinkBooksWhatLeft() throws Exception {
        try (BilledPair pair = BilledPair.start(directory, LinkSecurity.PLAINTEXT, "{codec: none}", 0)) {
            Bytes metricBefore = pair.settled();
            Bytes before = pair.counted();
            pair.carry(BilledLoad.BULK, 40);
            pair.cutWhileWriting();
            long metric = pair.settled().since(metricBefore).sent();
            long left = pair.counted().since(before).sent();

            assertThat((double) metric)
                    .as("bytes booked; by the interface %d left the host", left)
                    .isCloseTo(left, withPercentage(2));
        }
    }

    @Test
    void lostPacketsAreBilledEachTime() throws Exception {
        try (BilledPair pair = BilledPair.start(directory, LinkSecurity.PLAINTEXT, "{codec: none}", 1)) {
            Bytes metricBefore = pair.settled();
            Bytes before = pair.counted();
            pair.carry(BilledLoad.BULK, 40);
            Bytes metric = pair.settled().since(metricBefore);

            assertThat((double) metric.sent())
                    .isCloseTo(pair.counted().since(before).sent(), withPercentage(1));
        }
    }
}
