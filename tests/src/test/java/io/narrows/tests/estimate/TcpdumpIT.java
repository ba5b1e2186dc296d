package io.narrows.tests.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.estimate.pcap.CaptureReader;
import io.narrows.estimate.tcp.AssemblyLimits;
import io.narrows.estimate.tcp.CapturedStreams;
import io.narrows.estimate.tcp.Direction;
import io.narrows.estimate.tcp.Ending;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares captures that tcpdump is still writing with the bytes that their connections carried. */
@Timeout(300)
class TcpdumpIT {
    private static final int REQUEST = 1_000_000;
    private static final int RESPONSE = 3_000_000;

    @TempDir
    private Path directory;

    private final byte[] request = random(REQUEST, 1);
    private final byte[] response = random(RESPONSE, 2);
    private final OneConnection connection = new OneConnection();
    private final CapturedStreams streams = new CapturedStreams(connection, AssemblyLimits.DEFAULT);
    private ServerSocket listener;

    private static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    @BeforeEach
    void listen() throws IOException {
        listener = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
    }

    @AfterEach
    void close() throws IOException {
        listener.close();
    }

    @ParameterizedTest
    @CsvSource({"lo, EN10MB", "any, LINUX_SLL", "any, LINUX_SLL2"})
    void captureOfAnInterface_hasTheBytesOfBothDirections(String device, String linkType) throws Exception {
        capture("-i", device, "-y", linkType);

        assertThat(connection.description().server().port()).isEqualTo(listener.getLocalPort());
        assertThat(connection.bytes(Direction.FROM_CLIENT)).isEqualTo(request);
        assertThat(connection.bytes(Direction.FROM_SERVER)).isEqualTo(response);
        assertThat(connection.lost(Direction.FROM_CLIENT)).isZero();
        assertThat(connection.lost(Direction.FROM_SERVER)).isZero();
        assertThat(connection.ending()).isEqualTo(Ending.FINISHED);
    }

    @Test
    void captureWithASnapLength_countsTheBytesThatItLacks() throws Exception {
        capture("-i", "lo", "-s", "96");

        assertThat(connection.bytes(Direction.FROM_SERVER)).isNotEmpty().hasSizeLessThan(RESPONSE / 2);
        assertThat(connection.bytes(Direction.FROM_SERVER).length + connection.lost(Direction.FROM_SERVER))
                .isEqualTo(RESPONSE);
        assertThat(streams.packets().longestSnapLength()).isEqualTo(96);
        assertThat(streams.packets().payloadCut()).isPositive();
        assertThat(streams.streams().cutBytes())
                .isEqualTo(connection.lost(Direction.FROM_CLIENT) + connection.lost(Direction.FROM_SERVER));
        assertThat(streams.streams().holes()).isZero();
    }

    /** Reads tcpdump's output until the connection's end, then ends tcpdump and reads the rest. */
    private void capture(String... options) throws Exception {
        Process tcpdump = tcpdump(options);
        CompletableFuture<Void> transfer = CompletableFuture.runAsync(this::transfer);
        try (CaptureReader capture = CaptureReader.open("-", Channels.newChannel(tcpdump.getInputStream()))) {
            boolean more = true;
            while (more && connection.isOpen()) {
                more = streams.readPacket(capture);
            }
            tcpdump.toHandle().destroy(); // Process.destroy closes the pipe, too
            streams.read(capture);
            assertThat(capture.warnings()).isEmpty();
        } finally {
            tcpdump.destroyForcibly();
        }
        streams.end();
        transfer.get();
    }

    private Process tcpdump(String... options) throws IOException {
        Path log = directory.resolve("tcpdump.log");
        ProcessBuilder builder = new ProcessBuilder("tcpdump", "-Z", "root", "-U", "-B", "16384", "-w", "-");
        builder.command().addAll(List.of(options));
        builder.command().add("tcp port " + listener.getLocalPort());
        Process process = builder.redirectError(log.toFile()).start();
        await().atMost(Duration.ofMinutes(1)).until(() -> Files.readString(log).contains("listening on"));
        return process;
    }

    private void transfer() {
        try (Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());
                Socket server = listener.accept()) {
            client.getOutputStream().write(request, 0, REQUEST / 2);
            readFully(server, REQUEST / 2);
            client.getOutputStream().write(request, REQUEST / 2, REQUEST / 2);
            readFully(server, REQUEST / 2);
            CompletableFuture<Void> reading = CompletableFuture.runAsync(() -> readFully(client, RESPONSE));
            server.getOutputStream().write(response);
            reading.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void readFully(Socket socket, int bytes) {
        try {
            assertThat(socket.getInputStream().readNBytes(bytes)).hasSize(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
