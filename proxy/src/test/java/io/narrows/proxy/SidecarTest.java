package io.narrows.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import io.netty.channel.uring.IoUring;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pair of sidecars in front of plain sockets. */
@Timeout(60)
final class SidecarTest {
    private static final int MEGABYTES = 3 << 20;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "- {codec: none}",
                "- {codec: gzip, level: 6}",
                "- {codec: snappy}",
                "- {codec: lz4}",
                "- {codec: lz4hc}",
                "- {codec: zstd, level: 3}",
                "- {codec: zstd, level: 1, linger: 1ms}",
                "- {codec: gzip, min-size: 1KiB}"
            })
    void bytesComeBackAsTheyWent(String policy) throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), policy).start();
                Socket socket = connect(pair.listenerPort())) {
            byte[] sent = halfCompressible(MEGABYTES, 1);

            CompletableFuture<Void> writing = write(socket, sent);
            byte[] back = socket.getInputStream().readNBytes(sent.length);

            writing.join();
            assertThat(back).isEqualTo(sent);
            socket.shutdownOutput();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"epoll", "nio"})
    void everyKindOfSocketCarries(String transport) throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = pairOn(transport, target).start();
                Socket socket = connect(pair.listenerPort())) {
            byte[] sent = halfCompressible(MEGABYTES, 4);

            CompletableFuture<Void> writing = write(socket, sent);

            assertThat(socket.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
            writing.join();
        }
    }

    /** A container often forbids io_uring; then the sidecar says so instead of starting. */
    @Test
    void ioUringCarriesOrIsRefusedByName() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = pairOn("io_uring", target)) {
            if (!IoUring.isAvailable()) {
                assertThatThrownBy(pair::start).hasMessageContaining("transport io_uring is not available here");
                return;
            }
            pair.start();
            try (Socket socket = connect(pair.listenerPort())) {
                echo(socket, "over io_uring");
            }
        }
    }

    private SidecarPair pairOn(String transport, EchoServer target) throws IOException {
        String link = "plaintext: true, transport: " + transport;
        return new SidecarPair(folder, target.port(), "- {codec: zstd}", List.of(link, link));
    }

    @Test
    void halfClosedConnectionStillReceives() throws Exception {
        try (EchoServer target = EchoServer.holding();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
                Socket socket = connect(pair.listenerPort())) {
            socket.getOutputStream().write("request".getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();
            Socket far = target.take();
            assertThat(far.getInputStream().readAllBytes()).asString().isEqualTo("request");
            byte[] answer = halfCompressible(MEGABYTES, 2);

            CompletableFuture<Void> writing = write(far, answer).thenRun(() -> closeQuietly(far));

            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(answer);
            writing.join();
        }
    }

    /** Such a client is done speaking before its link is there, and epoll reads it to its end all the same. */
    @Test
    void clientsThatHalfCloseAtOnceAreAnswered() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start()) {
            for (int i = 0; i < 80; i++) {
                byte[] request = halfCompressible(100, i);
                try (Socket socket = connect(pair.listenerPort())) {
                    socket.getOutputStream().write(request);
                    socket.shutdownOutput();

                    assertThat(socket.getInputStream().readAllBytes())
                            .as("client %d", i)
                            .isEqualTo(request);
                }
            }
        }
    }

    @Test
    void slowReaderGetsAllThatWasSentBeforeBothEndsShut() throws Exception {
        try (EchoServer target = EchoServer.holding();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: none}").start();
                Socket socket = connect(pair.listenerPort())) {
            byte[] sent = halfCompressible(8 << 20, 3);
            CompletableFuture<Void> writing = write(socket, sent).thenRun(() -> shutOutput(socket));
            Socket far = target.take();
            far.shutdownOutput();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);

            byte[] received = far.getInputStream().readAllBytes();

            assertThat(received).isEqualTo(sent);
            writing.join();
        }
    }

    @Test
    void resetOfTheTargetResetsTheApplication() throws Exception {
        try (EchoServer target = EchoServer.holding();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
                Socket socket = connect(pair.listenerPort())) {
            socket.getOutputStream().write(1);
            Socket far = target.take();
            assertThat(far.getInputStream().read()).isEqualTo(1);

            reset(far);

            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void resetOfTheApplicationResetsTheTarget() throws Exception {
        try (EchoServer target = EchoServer.holding();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
                Socket socket = connect(pair.listenerPort())) {
            socket.getOutputStream().write(1);
            Socket far = target.take();
            assertThat(far.getInputStream().read()).isEqualTo(1);

            reset(socket);

            assertThatThrownBy(() -> far.getInputStream().read()).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void serverThatSpeaksFirstIsHeard() throws Exception {
        try (EchoServer target = EchoServer.holding();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: gzip}").start();
                Socket socket = connect(pair.listenerPort())) {
            Socket far = target.take();

            far.getOutputStream().write("220 ready".getBytes(StandardCharsets.UTF_8));

            assertThat(socket.getInputStream().readNBytes(9)).asString().isEqualTo("220 ready");
        }
    }

    @Test
    void unreachableTargetResetsTheApplication() throws Exception {
        int nobodyListens;
        try (EchoServer target = EchoServer.holding()) {
            nobodyListens = target.port();
        }
        try (SidecarPair pair = new SidecarPair(folder, nobodyListens, "- {codec: none}").start();
                Socket socket = connect(pair.listenerPort())) {

            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);

            assertThat(scrape(pair, "a"))
                    .contains("narrows_failures_total{peer=\"b\",reason=\"target-unreachable\"} 1");
            assertThat(scrape(pair, "b"))
                    .contains("narrows_failures_total{peer=\"a\",reason=\"target-unreachable\"} 1");
        }
    }

    @Test
    void unreachablePeerResetsTheApplication() throws Exception {
        try (SidecarPair pair = new SidecarPair(folder, 1, "- {codec: none}")) {
            pair.startA();
            try (Socket socket = connect(pair.listenerPort())) {
                assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
            }
            assertThat(scrape(pair, "a")).contains("narrows_failures_total{peer=\"b\",reason=\"peer-unreachable\"}");
        }
    }

    @Test
    void connectReachesTheTargetOfAnAddress() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
                Socket socket = connect(pair.connectPort())) {
            socket.getOutputStream()
                    .write("CONNECT b.example:2380 HTTP/1.1\r\nHost: b.example:2380\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(readHead(socket)).startsWith("HTTP/1.1 200 ");

            socket.getOutputStream().write("ping".getBytes(StandardCharsets.UTF_8));

            assertThat(socket.getInputStream().readNBytes(4)).asString().isEqualTo("ping");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CONNECT elsewhere.example:2380 HTTP/1.1|403",
                "GET / HTTP/1.1|405",
                "CONNECT b.example:1 HTTP/1.1|502",
                "nonsense|400"
            })
    void connectAnswersWhatItCannotDo(String requestAndStatus) throws Exception {
        String request = requestAndStatus.split("\\|")[0];
        String status = requestAndStatus.split("\\|")[1];
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
                Socket socket = connect(pair.connectPort())) {

            socket.getOutputStream().write((request + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));

            assertThat(readHead(socket)).startsWith("HTTP/1.1 " + status + " ");
        }
    }

    @Test
    void runningLinkTakesTheNewPolicyAtItsNextFrame() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: none}").start();
                Socket socket = connect(pair.listenerPort())) {
            echo(socket, "one ");
            pair.writePolicy("- {codec: gzip, level: 9}");
            await().untilAsserted(() -> assertThat(get(pair, "a", "/config")).contains("\"gzip\""));

            echo(socket, "two ");
            pair.writePolicy("- {codec: zstd, level: 5}");
            assertThat(post(pair, "a", "/-/reload")).isEqualTo("reloaded");
            echo(socket, "three");

            assertThat(scrape(pair, "a"))
                    .contains("narrows_frames_total{class=\"replication\",codec=\"none\",direction=\"sent\"")
                    .contains("narrows_frames_total{class=\"replication\",codec=\"gzip\",direction=\"sent\"")
                    .contains("narrows_frames_total{class=\"replication\",codec=\"zstd\",direction=\"sent\"");
        }
    }

    @Test
    void targetsAndCapturesChangeWhileRunning() throws Exception {
        try (EchoServer first = EchoServer.echoing();
                EchoServer second = EchoServer.holding();
                SidecarPair pair = new SidecarPair(folder, first.port(), "- {codec: zstd}").start();
                Socket running = connect(pair.listenerPort())) {
            echo(running, "to the first");
            int moved = freePort();
            replace(pair.file("b"), "work: 127.0.0.1:" + first.port(), "work: 127.0.0.1:" + second.port());
            replace(pair.file("a"), "{listen: 127.0.0.1:" + pair.listenerPort(), "{listen: 127.0.0.1:" + moved);

            assertThat(post(pair, "b", "/-/reload")).isEqualTo("reloaded");
            assertThat(post(pair, "a", "/-/reload")).isEqualTo("reloaded");

            assertThatThrownBy(() -> connect(pair.listenerPort())).isInstanceOf(IOException.class);
            try (Socket socket = connect(moved);
                    Socket far = second.take()) {
                far.getOutputStream().write("from the second".getBytes(StandardCharsets.UTF_8));
                assertThat(socket.getInputStream().readNBytes(15)).asString().isEqualTo("from the second");
            }
            echo(running, "still to the first");
        }
    }

    @Test
    void linksOfAPeerThatIsTakenAwayEndAfterTheDrain() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
                Socket running = connect(pair.listenerPort())) {
            echo(running, "before");
            replace(pair.file("b"), "{id: a, region", "{id: somebody-else, region");

            assertThat(post(pair, "b", "/-/reload")).isEqualTo("reloaded");

            echo(running, "for a while");
            assertThatThrownBy(() -> running.getInputStream().read()).isInstanceOf(SocketException.class);
        }
    }

    private static void replace(Path file, String text, String by) throws IOException {
        String before = Files.readString(file);
        assertThat(before).contains(text);
        Files.writeString(file, before.replace(text, by));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Test
    void badFileLeavesTheOldConfigurationInForce() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: none}").start()) {
            pair.writePolicy("- {codec: zst}");

            await().untilAsserted(
                            () -> assertThat(scrape(pair, "a")).contains("narrows_config_last_reload_successful 0"));

            assertThat(get(pair, "a", "/config")).contains("none");
            try (Socket socket = connect(pair.listenerPort())) {
                echo(socket, "still carried");
            }
        }
    }

    @Test
    void drainingFinishesWhatRunsAndTakesNothingNew() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
                Socket socket = connect(pair.listenerPort())) {
            echo(socket, "before");

            post(pair, "a", "/-/drain");

            echo(socket, "after");
            assertThat(status(pair, "a", "/readyz")).isEqualTo(503);
            assertThatThrownBy(() -> connect(pair.listenerPort())).isInstanceOf(IOException.class);
        }
    }

    @Test
    void otherMethodsAreNotAllowed() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start()) {
            HttpRequest delete = request(pair, "a", "/metrics").DELETE().build();

            HttpResponse<String> answer = HttpClient.newHttpClient().send(delete, HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(405);
            assertThat(answer.headers().firstValue("Allow")).hasValue("GET, HEAD");
            assertThat(status(pair, "a", "/-/reload")).isEqualTo(405);
        }
    }

    @Test
    void deadPooledLinkIsReplacedOnce() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start()) {
            await().untilAsserted(() -> assertThat(pair.a().links()).isNotEmpty());
            pair.b().close();
            pair.startB();

            await().ignoreExceptions().untilAsserted(() -> {
                try (Socket socket = connect(pair.listenerPort())) {
                    echo(socket, "over a fresh link");
                }
            });
        }
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void echo(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        assertThat(socket.getInputStream().readNBytes(text.length())).asString().isEqualTo(text);
    }

    private static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    private static void shutOutput(Socket socket) {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static CompletableFuture<Void> write(Socket socket, byte[] bytes) {
        return CompletableFuture.runAsync(() -> {
            try {
                OutputStream out = socket.getOutputStream();
                out.write(bytes);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
    }

    /** Runs of text and of noise, by turns, so that bypass, stored blocks and matches all occur. */
    private static byte[] halfCompressible(int length, long seed) {
        Random random = new Random(seed);
        byte[] bytes = new byte[length];
        int at = 0;
        while (at < length) {
            int run = Math.min(length - at, 1 + random.nextInt(300_000));
            if (random.nextBoolean()) {
                for (int i = 0; i < run; i++) {
                    bytes[at + i] = (byte) ("{\"key\":\"value-" + seed + "\"}").charAt((at + i) % 16);
                }
            } else {
                byte[] noise = new byte[run];
                random.nextBytes(noise);
                System.arraycopy(noise, 0, bytes, at, run);
            }
            at += run;
        }
        return bytes;
    }

    private static String readHead(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private static HttpRequest.Builder request(SidecarPair pair, String node, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + pair.adminPort(node) + path));
    }

    private static String scrape(SidecarPair pair, String node) throws IOException, InterruptedException {
        return get(pair, node, "/metrics");
    }

    private static String get(SidecarPair pair, String node, String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(request(pair, node, path).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static int status(SidecarPair pair, String node, String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(request(pair, node, path).build(), HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    private static String post(SidecarPair pair, String node, String path) throws IOException, InterruptedException {
        HttpRequest post = request(pair, node, path)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient()
                .send(post, HttpResponse.BodyHandlers.ofString())
                .body()
                .strip();
    }
}
