package io.narrows.proxy.admin;

import static io.narrows.proxy.support.Applications.readHead;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.config.TransportKind;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.proxy.transport.Transport;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The answer of {@code /healthz} while an event loop is stuck. */
@Timeout(60)
@SuppressWarnings("try") // resources that are only closed
final class LoopHealthTest {
    private static final Pattern LENGTH = Pattern.compile("content-length: (\\d+)", Pattern.CASE_INSENSITIVE);

    @TempDir
    private Path folder;

    @Test
    void loops_thatAnswer_areHealthy() {
        try (Transport transport = new Transport(TransportKind.NIO, 2)) {
            assertThat(new LoopCheck(transport.loops(), Duration.ofSeconds(30)).problem())
                    .isEmpty();
        }
    }

    @Test
    void loop_thatIsStuck_isAProblem_untilItGoesOn() {
        CountDownLatch release = new CountDownLatch(1);
        try (Transport transport = new Transport(TransportKind.NIO, 2);
                Released released = release::countDown) {
            transport.loops().get(1).execute(() -> awaitQuietly(release));
            LoopCheck check = new LoopCheck(transport.loops(), Duration.ofMillis(50));

            await().untilAsserted(
                            () -> // on a slow machine, the other loop may take as long
                            assertThat(check.problem()).hasValue("1 of 2 event loops have not responded for 50 ms"));

            release.countDown();
            await().until(() -> check.problem().equals(Optional.empty()));
        }
    }

    @Test
    void healthz_withAStuckLoop_isUnavailable() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        List<String> links = List.of("plaintext: true, threads: 2", "plaintext: true");
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}", links).start();
                Released released = release::countDown) {
            List<Socket> clients = connected(pair);
            transport(pair).loops().get(1).execute(() -> awaitQuietly(release));

            await().untilAsserted(
                            () -> // on a slow machine, the other loop may take as long
                            assertThat(healthOnALoopThatRuns(clients))
                                    .startsWith("HTTP/1.1 503 ")
                                    .endsWith("1 of 2 event loops have not responded for 1000 ms\n"));
            for (Socket each : clients) {
                each.close();
            }
        }
    }

    /** Releases a stuck loop before its owners are closed. */
    @FunctionalInterface
    private interface Released extends AutoCloseable {
        @Override
        void close();
    }

    /** Clients accepted by the sidecar. They are distributed over its loops; those of a stuck loop get no answer. */
    private static List<Socket> connected(SidecarPair pair) throws IOException {
        List<Socket> clients = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Socket client = new Socket(InetAddress.getLoopbackAddress(), pair.adminPort("a"));
            ask(client);
            assertThat(client.getInputStream().read()).isEqualTo('H');
            clients.add(client);
        }
        return clients;
    }

    private static String healthOnALoopThatRuns(List<Socket> clients) throws IOException {
        for (Socket each : clients) {
            each.getInputStream().skipNBytes(each.getInputStream().available());
            ask(each);
        }
        Socket answered = await().until(() -> first(clients), client -> client != null);
        String head = readHead(answered);
        Matcher length = LENGTH.matcher(head);
        assertThat(length.find()).as(head).isTrue();
        return head + new String(answered.getInputStream().readNBytes(Integer.parseInt(length.group(1))), US_ASCII);
    }

    private static Socket first(List<Socket> clients) throws IOException {
        for (Socket each : clients) {
            if (each.getInputStream().available() > 0) {
                return each;
            }
        }
        return null;
    }

    private static void ask(Socket client) throws IOException {
        client.getOutputStream().write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
    }

    private static Transport transport(SidecarPair pair) throws ReflectiveOperationException {
        Field field = pair.a().getClass().getDeclaredField("transport");
        field.setAccessible(true);
        return (Transport) field.get(pair.a());
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
