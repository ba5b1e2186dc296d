package io.narrows.tests;

import static io.narrows.tests.support.Ending.CLEAN;
import static io.narrows.tests.support.Ending.RESET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Connection;
import io.narrows.tests.support.Ending;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.Server;
import io.narrows.tests.support.SidecarPair;
import io.narrows.tests.support.SlowSink;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the detection of applications, targets and peers that vanish without closing their connections, as opposed to those
 * that only pause. Both sidecars have a short liveness, and no spare links that could probe for others. The tests share them: each
 * has a connection of its own, on a link of its own.
 */
class HalfOpenIT {
    /** Longer than a busy machine keeps a sidecar from running. */
    private static final Duration LIVENESS = Duration.ofSeconds(6);

    /**
     * Far less than the kernel takes, which is 15 minutes with bytes in flight, and hours without. Sidecars take one or two livenesses, and
     * start anew whenever an event loop was stalled.
     */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final Duration STUCK = Duration.ofSeconds(2);
    private static final int BLOCK = 1 << 14;
    private static final int MUCH = 128 << 20;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path directory;

    private static SidecarPair pair;

    private int linesBefore;
    private Optional<Host> losing = Optional.empty();

    @BeforeAll
    static void start() throws IOException {
        LinkSecurity.Setup setup =
                (config, id) -> config.linkKey("liveness: 6s").linkKey("min-idle: 0");
        pair = SidecarPair.start(directory, setup, setup);
    }

    @AfterAll
    static void stop() throws IOException {
        pair.close();
    }

    @BeforeEach
    void countLines() {
        linesBefore = linesOfFar().size();
    }

    @AfterEach
    void loseNoMore() {
        losing.ifPresent(Host::loseNoPackets);
    }

    private static List<String> linesOfFar() {
        return pair.far().log().lines().toList();
    }

    /** Returns what the far sidecar has logged since the test began. */
    private Stream<String> newLinesOfFar() {
        return linesOfFar().stream().skip(linesBefore);
    }

    private static double silentTargets() throws IOException {
        return pair.far().metrics().sum("narrows_failures_total", "reason=\"local-silent\"");
    }

    private void loseAllPackets(Host host, int port) {
        host.loseAllPacketsOf(port);
        losing = Optional.of(host);
    }

    @Test
    void targetThatVanishes_whileBytesAreUnderWay_resetsTheClient() throws IOException {
        double silentBefore = silentTargets();
        try (Connection connection = pair.connect()) {
            connection.exchangeBytes();
            CompletableFuture<Ending> atClient = Ending.ofReading(connection.client());
            loseAllPackets(pair.farHost(), SidecarPair.TARGET_PORT);

            connection.client().getOutputStream().write(new byte[1_000]);

            assertThat(atClient).succeedsWithin(LIMIT).isEqualTo(RESET);
            await().atMost(LIMIT).until(() -> silentTargets() == silentBefore + 1);
        }
    }

    @Test
    void targetThatVanishes_whileItsWindowIsShut_resetsTheClient() throws IOException {
        try (Connection connection = pair.connect()) {
            connection.exchangeBytes();
            Sending sending = new Sending(connection.client(), much());
            sending.untilStuck();

            loseAllPackets(pair.farHost(), SidecarPair.TARGET_PORT);

            assertThat(sending.ending).succeedsWithin(LIMIT).isEqualTo(RESET);
        }
    }

    @Test
    void targetThatVanishes_whileNothingIsSent_resetsTheClient() throws IOException {
        try (Connection connection = pair.connect()) {
            connection.exchangeBytes();
            CompletableFuture<Ending> atClient = Ending.ofReading(connection.client());

            loseAllPackets(pair.farHost(), SidecarPair.TARGET_PORT);

            assertThat(atClient).succeedsWithin(LIMIT).isEqualTo(RESET);
        }
    }

    @Test
    void clientThatVanishes_whileNothingIsSent_resetsTheServer() throws IOException {
        try (Connection connection = pair.connect()) {
            connection.exchangeBytes();
            CompletableFuture<Ending> atServer = Ending.ofReading(connection.server());

            loseAllPackets(pair.nearHost(), SidecarPair.CAPTURE_PORT);

            assertThat(atServer).succeedsWithin(LIMIT).isEqualTo(RESET);
        }
    }

    @Test
    void targetThatIsStopped_isNotCut_andGetsEverything() throws IOException {
        Server sink = SlowSink.start(pair.farHost(), 9001);
        await().atMost(LIMIT).until(() -> sink.log().contains("listening"));
        String config = pair.far().config();
        pair.far()
                .reload(config.replace(
                        SidecarPair.targetAddress(), pair.farHost().ip() + ":9001"));
        byte[] content = much();
        try (Socket client = pair.dial()) {
            sink.signal("STOP");
            new Sending(client, content).untilStuck();
            await().pollDelay(LIVENESS.multipliedBy(3)).atMost(LIMIT).until(() -> true);

            sink.signal("CONT");

            await().atMost(LIMIT).until(() -> sink.log().contains(SlowSink.report(content)));
        } finally {
            pair.far().reload(config);
        }
    }

    @Test
    void peerThatVanishes_whileTheLinkIsPaused_resetsTheServer() throws IOException {
        try (Connection connection = pair.connect()) {
            connection.exchangeBytes();
            new Sending(connection.client(), much()).untilStuck();

            try {
                pair.loseAllPackets();

                await().atMost(LIMIT)
                        .until(() -> newLinesOfFar()
                                .anyMatch(line -> line.contains("target=\"app\"") && line.contains("peer-silent")));
                assertThat(Ending.ofReading(connection.server()))
                        .succeedsWithin(LIMIT)
                        .isEqualTo(RESET);
            } finally {
                pair.loseNoPackets();
            }
        }
    }

    /** A client that sends on its own thread. */
    private static final class Sending {
        private final AtomicLong written = new AtomicLong();
        private volatile long writtenAt = System.nanoTime();
        private final CompletableFuture<Ending> ending = new CompletableFuture<>();

        Sending(Socket socket, byte[] content) {
            CompletableFuture.runAsync(() -> send(socket, content));
        }

        private void send(Socket socket, byte[] content) {
            try {
                for (int at = 0; at < content.length; at += BLOCK) {
                    socket.getOutputStream().write(content, at, BLOCK);
                    written.addAndGet(BLOCK);
                    writtenAt = System.nanoTime();
                }
                socket.shutdownOutput();
                ending.complete(CLEAN);
            } catch (IOException e) {
                ending.complete(RESET);
            }
        }

        /** Waits until all buffers on the path are full: nothing is accepted for two seconds. */
        void untilStuck() {
            await().pollInterval(Duration.ofMillis(50))
                    .atMost(LIMIT)
                    .until(() -> written.get() > 0 && System.nanoTime() - writtenAt > STUCK.toNanos());
            assertThat(ending).isNotDone();
        }
    }

    /** Returns incompressible bytes, more than the buffers between two applications hold. */
    private static byte[] much() {
        byte[] content = new byte[MUCH];
        new Random(7).nextBytes(content);
        return content;
    }
}
