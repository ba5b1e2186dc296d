package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Connection;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.RowStream;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarPair;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests dense over links with a round-trip time, which requests and grants of memory take, too. There is room for the whole window of one
 * link, and the first connections have taken it in advance.
 */
class RoundTripIT {
    private static final Duration ONE_WAY = Duration.ofMillis(20);
    private static final int QUIET = 12;

    /** So many that every connection finds one ready: on a new link, its first bytes would precede the peer's grant. */
    private static final int READY = 16;

    /**
     * A part of the busy link's bytes, each sent when the one before has arrived: it takes a single frame, which does not wait for others,
     * and so is never late for the codec, however busy the machine is.
     */
    private static final int PART = 16_000;

    private static final int BUSY_BYTES = 250 * PART;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** Memory of a decoder and of an encoder with the first step, in bytes: docs/formats/dense.md; likewise below. */
    private static final double FIRST_DECODER = 224_168;

    private static final double FIRST_ENCODER = 259_264;
    private static final double WHOLE_DECODER = 6_523_976;
    private static final double WHOLE_ENCODER = 7_574_880;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @Test
    void busyLink_onALongWire_shrinksItsBytesAsOnAShortOne_andQuietOnesHoldTheFirstStep() throws Exception {
        double onShortWire = ratioOfBusyLink("short", Duration.ZERO);
        double onLongWire = ratioOfBusyLink("long", ONE_WAY);

        assertThat(onLongWire).isLessThan(onShortWire * 1.1);
    }

    /** Returns the bytes of frames of dense for each byte of a busy link that begins last. */
    private double ratioOfBusyLink(String name, Duration oneWay) throws Exception {
        Path ofPair = Files.createDirectory(directory.resolve(name));
        LinkSecurity.Setup plaintext = LinkSecurity.PLAINTEXT.setup(ofPair);
        LinkSecurity.Setup dense = (config, id) -> plaintext.apply(
                config.policy("{codec: dense, level: 2}")
                        .linkKey("context-memory: 32MiB")
                        .linkKey("min-idle: " + READY),
                id);
        List<Connection> quiet = new ArrayList<>();
        try (SidecarPair pair = SidecarPair.start(ofPair, dense, oneWay)) {
            for (int i = 0; i < QUIET; i++) {
                awaitReadyLinks(pair);
                quiet.add(pair.connect());
                quiet.get(i).carry(message(i));
            }
            awaitReadyLinks(pair);
            double before = sent(pair.near().metrics(), "app");
            double wireBefore = sent(pair.near().metrics(), "wire");
            try (Connection busy = pair.connect()) {
                byte[] rows = RowStream.rows(BUSY_BYTES);
                for (int at = 0; at < BUSY_BYTES; at += PART) {
                    busy.carry(Arrays.copyOfRange(rows, at, at + PART));
                }

                await().atMost(LIMIT)
                        .untilAsserted(() -> assertThat(memory(pair.near(), "sending"))
                                .isGreaterThan(WHOLE_ENCODER)
                                .isLessThanOrEqualTo(QUIET * FIRST_ENCODER + WHOLE_ENCODER));
                await().atMost(LIMIT)
                        .untilAsserted(() -> assertThat(memory(pair.far(), "receiving"))
                                .isGreaterThan(WHOLE_DECODER)
                                .isLessThanOrEqualTo(QUIET * FIRST_DECODER + WHOLE_DECODER));
            }
            for (Connection connection : quiet) {
                connection.carry(message(QUIET));
                connection.close();
            }

            Metrics metrics = pair.near().metrics();
            assertThat(rawFrames(metrics)).isZero();
            assertThat(rawFrames(pair.far().metrics())).isZero();
            return (sent(metrics, "wire") - wireBefore) / (sent(metrics, "app") - before);
        }
    }

    /** Waits until both sidecars have dialed all links that they keep ready. */
    private static void awaitReadyLinks(SidecarPair pair) {
        await().atMost(LIMIT).until(() -> pair.near().metrics().sum("narrows_links", "state=\"ready\"") >= 2 * READY);
    }

    private static byte[] message(int number) {
        return ("{\"heartbeat\":" + number + ",\"state\":\"follower\"}\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static double sent(Metrics metrics, String kind) {
        return metrics.sum("narrows_" + kind + "_bytes_total", "codec=\"dense\"", "direction=\"sent\"");
    }

    private static double memory(Sidecar sidecar, String pool) throws IOException {
        return sidecar.metrics().sum("narrows_memory_bytes", "pool=\"" + pool + "\"");
    }

    /** Returns the frames that went raw for lack of memory or of a grant. */
    private static double rawFrames(Metrics metrics) {
        return metrics.sum("narrows_raw_frames_total", "reason=\"memory\"")
                + metrics.sum("narrows_raw_frames_total", "reason=\"no-grant\"");
    }
}
