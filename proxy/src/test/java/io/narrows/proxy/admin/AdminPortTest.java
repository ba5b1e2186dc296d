package io.narrows.proxy.admin;

import static io.narrows.proxy.support.Admin.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests to the admin port, byte by byte as clients send them. */
@Timeout(60)
final class AdminPortTest {
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");
    private static final int PATIENCE_MILLIS = 20_000;
    private static final long MORE_THAN_THE_KERNEL_KEEPS = 4 << 20;

    @TempDir
    private Path folder;

    private EchoServer target;
    private SidecarPair pair;

    @BeforeEach
    void start() throws IOException {
        target = EchoServer.echoing();
        pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
    }

    @AfterEach
    void stop() throws IOException {
        pair.close();
        target.close();
    }

    @Test
    void pathThatIsNoText_isABadRequest() throws IOException {
        String answer = ask("GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n");

        assertThat(statuses(answer)).containsExactly("400");
        assertThat(answer).contains("not a path: ");
    }

    @Test
    void answers_comeInTheOrderOfTheRequests() throws IOException {
        String answers = ask(get("/metrics") + get("/nowhere") + get("/healthz"));

        assertThat(statuses(answers)).containsExactly("200", "404", "200");
    }

    /**
     * The requests of {@link #ask} keep the connection alive, but it returns, which proves that the connection has
     * ended.
     */
    @Test
    void clientThatHasSaidAll_getsItsAnswerAndTheEnd() throws IOException {
        assertThat(ask(get("/healthz"))).endsWith("\r\n\r\nalive\n");
        assertThat(ask("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rebound.example", "rebound.example:9901", "127.0.0.1.rebound.example", ""})
    void anotherSitesName_isMisdirected(String host) throws IOException {
        assertThat(statuses(ask("GET /config HTTP/1.1\r\nHost: " + host + "\r\n\r\n")))
                .containsExactly("421");
    }

    @Test
    void requestOfAPage_neitherDrainsNorReloads() throws Exception {
        String origin = "http://127.0.0.1:" + pair.adminPort("a");

        for (String path : List.of("/-/drain", "/-/reload")) {
            assertThat(statuses(ask("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nOrigin: " + origin + "\r\n\r\n")))
                    .as(path)
                    .containsExactly("403");
        }

        assertThat(status(pair, "a", "/readyz")).isEqualTo(200);
    }

    /** Unread answers used to accumulate until memory ran out. */
    @Test
    void clientThatDoesNotReadItsAnswers_isNotReadFurther() throws IOException {
        byte[] requests = get("/config").repeat(50).getBytes(StandardCharsets.US_ASCII);
        AtomicLong written = new AtomicLong();
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), pair.adminPort("a"))) {
            client.setSendBufferSize(64 << 10);
            Thread writer = new Thread(() -> {
                try {
                    while (written.get() < MORE_THAN_THE_KERNEL_KEEPS) {
                        client.getOutputStream().write(requests);
                        written.addAndGet(requests.length);
                        ask(get("/healthz")); // answered after the requests read before: no queue overflows
                    }
                } catch (IOException e) {
                    // the connection has ended
                }
            });
            writer.setDaemon(true);
            writer.start();
            AtomicLong before = new AtomicLong(-1);
            await().pollInterval(Duration.ofSeconds(2))
                    .atMost(Duration.ofSeconds(50))
                    .until(() -> before.getAndSet(written.get()) == written.get());

            assertThat(written.get()).isPositive().isLessThan(MORE_THAN_THE_KERNEL_KEEPS);
            assertThat(writer.isAlive()).as("waits in write, not cut off").isTrue();
        }
    }

    @Test
    void clientWithManyRequestsAtOnce_getsAllAnswersInOrder() throws IOException {
        String some = get("/healthz") + get("/nowhere");

        assertThat(statuses(ask(some.repeat(20))))
                .hasSize(40)
                .startsWith("200", "404")
                .endsWith("200", "404");
    }

    @Test
    void silentConnections_keepNobodyOut() throws IOException {
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 2 * AdminConnections.MOST; i++) {
                silent.add(new Socket(InetAddress.getLoopbackAddress(), pair.adminPort("a")));
            }

            assertThat(statuses(ask(get("/healthz")))).containsExactly("200");
            assertEnded(silent.get(0));
        } finally {
            for (Socket each : silent) {
                each.close();
            }
        }
    }

    private static void assertEnded(Socket socket) throws IOException {
        socket.setSoTimeout(PATIENCE_MILLIS);
        assertThat(socket.getInputStream().read()).isNegative();
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    private static List<String> statuses(String answers) {
        return STATUS.matcher(answers).results().map(result -> result.group(1)).toList();
    }

    /** Sends the requests, closes its direction, and reads to the end. */
    private String ask(String requests) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), pair.adminPort("a"))) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(requests.getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
