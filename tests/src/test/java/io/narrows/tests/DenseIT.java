package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Connection;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.SidecarPair;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests two sidecars with a dense policy: the saving, and the step-down under a load that is too fast for the codec. */
class DenseIT {
    private static final int RECORDS = 2_000;
    private static final int FLOOD = 24 << 20;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @Test
    void recordsShrink_aFloodStepsDown_andALightLoadStepsBack() throws IOException {
        LinkSecurity.Setup plaintext = LinkSecurity.PLAINTEXT.setup(directory);
        LinkSecurity.Setup dense = (config, id) -> plaintext.apply(config.policy("{codec: dense, level: 2}"), id);
        try (SidecarPair pair = SidecarPair.start(directory, dense, dense);
                Connection connection = pair.connect()) {
            Random random = new Random(3);

            for (int i = 0; i < RECORDS; i++) {
                carry(connection, record(random));
            }
            Metrics ofRecords = pair.near().metrics();
            assertThat(sent(ofRecords, "narrows_wire_bytes_total", "dense"))
                    .isLessThan(sent(ofRecords, "narrows_app_bytes_total", "dense") / 3);
            assertThat(stepDowns(ofRecords)).isZero();

            byte[] flood = records(FLOOD, random);
            await().atMost(Duration.ofSeconds(80))
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> {
                        carry(connection, flood);
                        return pair.near().metrics().sum("narrows_links_stepped_down", "state=\"open\"") == 1;
                    });
            Metrics ofFlood = pair.near().metrics();
            assertThat(stepDowns(ofFlood)).isPositive();
            assertThat(ofFlood.sum("narrows_level_0_frames_total", "peer=\"far\""))
                    .isPositive();

            await().atMost(Duration.ofSeconds(80)).until(() -> {
                carry(connection, record(random));
                return pair.near().metrics().sum("narrows_links_stepped_down") == 0;
            });
        }
    }

    private static double sent(Metrics metrics, String name, String codec) {
        return metrics.sum(name, "codec=\"" + codec + "\"", "direction=\"sent\"");
    }

    /** Returns the step-downs for any reason: on a busy machine, a flood runs out of processors first. */
    private static double stepDowns(Metrics metrics) {
        return metrics.sum("narrows_link_stepdowns_total", "peer=\"far\"");
    }

    /** Sends bytes from the client to the server, and compares them there. */
    private static void carry(Connection connection, byte[] bytes) throws IOException {
        Socket client = connection.client();
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
            try {
                client.getOutputStream().write(bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(connection.server().getInputStream().readNBytes(bytes.length))
                .isEqualTo(bytes);
        writing.join();
    }

    private static byte[] records(int length, Random random) {
        ByteArrayOutputStream records = new ByteArrayOutputStream(length + 200);
        while (records.size() < length) {
            records.writeBytes(record(random));
        }
        return records.toByteArray();
    }

    private static byte[] record(Random random) {
        return ("UPDATE accounts SET balance = balance + " + random.nextInt(-5000, 5000) + " WHERE account = "
                        + random.nextInt(100_000) + " AND branch = " + random.nextInt(10) + " RETURNING balance;\n")
                .getBytes(StandardCharsets.UTF_8);
    }
}
