package io.narrows.tests;

import static io.narrows.tests.support.Ending.RESET;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.Connection;
import io.narrows.tests.support.Ending;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.SidecarPair;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that both applications see the same end of a connection as over the network alone, however it ends. One pair of
 * sidecars serves all tests, since the end of a connection must not affect it.
 */
@ParameterizedClass
@EnumSource
record EndingsIT(LinkSecurity security) {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** Far less than the 15 minutes that the kernel takes. A sidecar starts anew whenever an event loop was stalled. */
    private static final Duration DEAD_PEER_LIMIT = Duration.ofMinutes(2);

    private static SidecarPair pair;

    @BeforeParameterizedClassInvocation
    static void start(LinkSecurity security, @TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory)
            throws IOException {
        pair = SidecarPair.start(security, directory);
    }

    @AfterParameterizedClassInvocation
    static void stop() throws IOException {
        pair.close();
    }

    @Test
    void halfCloseByClient_serverStillAnswers() throws IOException {
        byte[] question = random(1_000);
        byte[] answer = random(10 << 20);
        try (Connection connection = pair.connect()) {
            connection.client().getOutputStream().write(question);
            connection.client().shutdownOutput();
            byte[] asked = connection.server().getInputStream().readAllBytes();
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> sendAndClose(connection.server(), answer));
            byte[] answered = connection.client().getInputStream().readAllBytes();

            assertThat(asked).isEqualTo(question);
            assertThat(sent).succeedsWithin(LIMIT);
            assertThat(answered.length).isEqualTo(answer.length);
            assertThat(Arrays.mismatch(answered, answer)).isEqualTo(-1);
        }
    }

    @Test
    void resetByClient_serverSeesReset() throws IOException {
        try (Connection connection = pair.connect()) {
            connection.exchangeBytes();
            CompletableFuture<Ending> atServer = Ending.ofReading(connection.server());

            Connection.reset(connection.client());

            assertThat(atServer).succeedsWithin(LIMIT).isEqualTo(RESET);
        }
    }

    @Test
    void resetByServer_clientSeesReset() throws IOException {
        try (Connection connection = pair.connect()) {
            connection.exchangeBytes();
            CompletableFuture<Ending> atClient = Ending.ofReading(connection.client());

            Connection.reset(connection.server());

            assertThat(atClient).succeedsWithin(LIMIT).isEqualTo(RESET);
        }
    }

    @Test
    void linkCut_bothSeeReset() throws IOException {
        try (Connection idle = pair.connect();
                Connection busy = pair.connect()) {
            idle.exchangeBytes();
            CompletableFuture<Ending> atClient = Ending.ofReading(idle.client());
            CompletableFuture<Ending> atServer = Ending.ofReading(idle.server());
            CompletableFuture<Ending> atSender = sendMuch(busy);
            CompletableFuture<Ending> atReceiver = Ending.ofReading(busy.server());

            pair.wire().cut();

            assertThat(atClient).succeedsWithin(LIMIT).isEqualTo(RESET);
            assertThat(atServer).succeedsWithin(LIMIT).isEqualTo(RESET);
            assertThat(atSender).succeedsWithin(LIMIT).isEqualTo(RESET);
            assertThat(atReceiver).succeedsWithin(LIMIT).isEqualTo(RESET);
        }
    }

    @Test
    void sidecarKilled_bothSeeReset() throws IOException {
        try (Connection idle = pair.connect()) {
            idle.exchangeBytes();
            CompletableFuture<Ending> atClient = Ending.ofReading(idle.client());
            CompletableFuture<Ending> atServer = Ending.ofReading(idle.server());

            pair.near().kill();

            assertThat(atClient).succeedsWithin(LIMIT).isEqualTo(RESET);
            assertThat(atServer).succeedsWithin(LIMIT).isEqualTo(RESET);
        } finally {
            pair.near().start();
        }
    }

    @Test
    void blackHole_bothSeeReset() throws IOException {
        try (Connection idle = pair.connect();
                Connection busy = pair.connect()) {
            idle.exchangeBytes();
            CompletableFuture<Ending> atClient = Ending.ofReading(idle.client());
            CompletableFuture<Ending> atServer = Ending.ofReading(idle.server());
            CompletableFuture<Ending> atSender = sendMuch(busy);
            CompletableFuture<Ending> atReceiver = Ending.ofReading(busy.server());

            pair.loseAllPackets();

            assertThat(atClient).succeedsWithin(DEAD_PEER_LIMIT).isEqualTo(RESET);
            assertThat(atServer).succeedsWithin(DEAD_PEER_LIMIT).isEqualTo(RESET);
            assertThat(atSender).succeedsWithin(DEAD_PEER_LIMIT).isEqualTo(RESET);
            assertThat(atReceiver).succeedsWithin(DEAD_PEER_LIMIT).isEqualTo(RESET);
        } finally {
            pair.loseNoPackets();
        }
    }

    /** Starts an endless transfer from the client, and waits until much of it has arrived. */
    private static CompletableFuture<Ending> sendMuch(Connection connection) throws IOException {
        CompletableFuture<Ending> atSender = Ending.ofSending(connection.client());
        connection.server().getInputStream().skipNBytes(5 << 20);
        return atSender;
    }

    private static void sendAndClose(Socket socket, byte[] bytes) {
        try (socket) {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }
}
