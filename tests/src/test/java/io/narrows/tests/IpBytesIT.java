package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import io.narrows.tests.support.BilledLoad;
import io.narrows.tests.support.BilledPair;
import io.narrows.tests.support.IpCounter.Bytes;
import io.narrows.tests.support.LinkSecurity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Compares both sides of a link's bill with interface counters: the link's own, and those of the load without sidecars. */
final class IpBytesIT {
    private static final String ZSTD = "{codec: zstd, level: 1}";
    private static final String BASELINE = "narrows_baseline_ip_bytes_total";
    private static final double BASELINE_TOLERANCE = 0.03;

    /**
     * How many acknowledgments travel alone depends on how soon each process runs, so those of two runs may differ on a busy machine: the
     * load is repeated until they do not.
     */
    private static final int ATTEMPTS = 6;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @Test
    void metricsSayWhatTheInterfaceCarried() throws Exception {
        try (BilledPair pair = BilledPair.start(directory, LinkSecurity.PLAINTEXT, ZSTD, 0)) {
            SoftAssertions softly = new SoftAssertions();
            compare(softly, pair, BilledLoad.HEARTBEATS, 300);
            compare(softly, pair, BilledLoad.PING_20, 500);
            compare(softly, pair, BilledLoad.REPLICATION, 300);
            softly.assertAll();
        }
    }

    @Test
    void metricsSayWhatTheInterfaceCarriedOfTls() throws Exception {
        try (BilledPair pair = BilledPair.start(directory, LinkSecurity.TLS, ZSTD, 0)) {
            SoftAssertions softly = new SoftAssertions();
            compare(softly, pair, BilledLoad.HEARTBEATS, 300);
            compare(softly, pair, BilledLoad.BULK, 40);
            softly.assertAll();
        }
    }

    /** Compares both sides of the bill of a load, which is the only one of its time. */
    private static void compare(SoftAssertions softly, BilledPair pair, BilledLoad load, int messages)
            throws IOException, InterruptedException {
        Bill bill;
        int attempts = 0;
        do {
            bill = Bill.of(pair, load, messages);
            attempts++;
            softly.assertThat((double) bill.metric.sum())
                    .as("%s: IP bytes of links by the metric, and by the interfaces: %s", load, bill)
                    .isCloseTo(bill.counted.sum(), withPercentage(1));
        } while (attempts < ATTEMPTS && Math.abs(bill.baselineByDirect() - 1) > BASELINE_TOLERANCE);
        softly.assertThat(bill.baselineByDirect())
                .as("%s: IP bytes without sidecars by the metric, and by the interface: %s", load, bill)
                .isCloseTo(1, within(BASELINE_TOLERANCE));
    }

    /**
     * Allows an idle pair 600 bytes a minute; a ping on each link every 4 s would exceed that in ten seconds. Then cuts a link while
     * its sidecar writes.
     */
    @Test
    void idlePairTakesFewBytes_andACutLinkBooksWhatLeft() throws Exception {
        try (BilledPair pair = BilledPair.start(directory, LinkSecurity.PLAINTEXT, "{codec: none}", 0)) {
            Bytes metricBefore = pair.settled();
            Bytes before = pair.counted();
            assertThat(before.sum()).as("bytes of greetings").isPositive();

            pair.quiet(Duration.ofSeconds(15));

            assertThat(pair.counted().since(before).sum()).isLessThanOrEqualTo(600);

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

    /**
     * Both sides of the bill of a load, each by a metric and by counters of interfaces.
     *
     * @param metric of the links
     * @param counted of the links
     * @param baseline the metric of the load without sidecars
     * @param direct the load without sidecars
     */
    private record Bill(Bytes metric, Bytes counted, Bytes baseline, Bytes direct) {
        static Bill of(BilledPair pair, BilledLoad load, int messages) throws IOException, InterruptedException {
            Bytes metricBefore = pair.settled();
            Bytes countedBefore = pair.counted();
            Bytes baselineBefore = pair.metric(BASELINE);
            pair.carry(load, messages);
            Bytes metric = pair.settled().since(metricBefore);
            Bytes counted = pair.counted().since(countedBefore);
            Bytes baseline = pair.metric(BASELINE).since(baselineBefore);
            return new Bill(metric, counted, baseline, pair.direct(load, messages));
        }

        double baselineByDirect() {
            return (double) baseline.sum() / direct.sum();
        }
    }
}
