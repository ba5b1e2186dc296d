package io.narrows.proxy;

import static io.narrows.proxy.support.Admin.get;
import static io.narrows.proxy.support.Admin.post;
import static io.narrows.proxy.support.Admin.request;
import static io.narrows.proxy.support.Admin.scrape;
import static io.narrows.proxy.support.Admin.status;
import static io.narrows.proxy.support.Applications.connect;
import static io.narrows.proxy.support.Applications.echo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.testkit.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A pair of sidecars whose configuration changes, and that are stopped. */
@Timeout(60)
@Tag("long")
final class SidecarReloadTest {
    @TempDir
    private Path folder;

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
            int moved = FreePort.next();
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
            replace(pair.file("b"), "drain: 1s", "drain: 1h");

            assertThat(post(pair, "b", "/-/reload")).isEqualTo("reloaded");

            echo(running, "for a while");
            replace(pair.file("b"), "drain: 1h", "drain: 1s");
            assertThat(post(pair, "b", "/-/reload")).isEqualTo("reloaded");
            assertThatThrownBy(() -> running.getInputStream().read()).isInstanceOf(SocketException.class);
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
    void keyThatNeedsARestart_isAMetricUntilTheFileHasItsRunningValueAgain() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start()) {
            assertThat(scrape(pair, "a")).contains("narrows_config_restart_required{key=\"node\"} 0");
            replace(pair.file("a"), "region: us-east-1", "region: us-east-2");

            assertThat(post(pair, "a", "/-/reload"))
                    .isEqualTo("reloaded; these keys take effect only after a restart: node");

            assertThat(scrape(pair, "a"))
                    .contains("narrows_config_restart_required{key=\"node\"} 1")
                    .contains("narrows_config_restart_required{key=\"admin\"} 0");
            replace(pair.file("a"), "region: us-east-2", "region: us-east-1");
            assertThat(post(pair, "a", "/-/reload")).isEqualTo("reloaded");
            assertThat(scrape(pair, "a")).contains("narrows_config_restart_required{key=\"node\"} 0");
        }
    }

    @Test
    void peerThatIsGone_isDown_andItsGaugesStayAtZero() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start()) {
            await().untilAsserted(() ->
                    assertThat(status(pair, "a", "/readyz?peers=1")).isEqualTo(200));
            assertThat(scrape(pair, "a")).contains("narrows_peer_up{peer=\"b\"} 1");

            pair.stopB();

            await().untilAsserted(() -> assertThat(scrape(pair, "a"))
                    .contains("narrows_peer_up{peer=\"b\"} 0")
                    .containsPattern("narrows_links\\{peer=\"b\",state=\"ready\",tier=\"cross-region\"} 0"));
            assertThat(get(pair, "a", "/readyz?peers=1")).isEqualTo("no link with b\n");
            assertThat(status(pair, "a", "/readyz?peers=1")).isEqualTo(503);
            assertThat(status(pair, "a", "/readyz")).isEqualTo(200);
            assertThat(status(pair, "a", "/readyz?peers=yes")).isEqualTo(400);
        }
    }

    @Test
    void drainingFinishesWhatRunsAndTakesNothingNew() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
                Socket socket = connect(pair.listenerPort())) {
            echo(socket, "before");

            assertThat(post(pair, "a", "/-/drain")).isEqualTo("draining; links still carrying connections: 1");

            echo(socket, "after");
            assertThat(status(pair, "a", "/readyz")).isEqualTo(503);
            assertThat(get(pair, "a", "/readyz")).isEqualTo("draining; links still carrying connections: 1\n");
            assertThatThrownBy(() -> connect(pair.listenerPort())).isInstanceOf(IOException.class);
        }
    }

    @Test
    void drainThatIsUndone_takesConnectionsAgain() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
                Socket running = connect(pair.listenerPort())) {
            echo(running, "before");
            post(pair, "a", "/-/drain");

            assertThat(post(pair, "a", "/-/undrain")).isEqualTo("accepting connections");

            assertThat(status(pair, "a", "/readyz")).isEqualTo(200);
            try (Socket next = connect(pair.listenerPort())) {
                echo(next, "again");
            }
            await().untilAsserted(() -> assertThat(get(pair, "b", "/links"))
                    .contains("\"peer\":\"a\",\"dialled\":true,\"state\":\"ready\""));
            echo(running, "after");
        }
    }

    @Test
    void drainThatCannotBeUndone_saysWhyAndContinues() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start()) {
            post(pair, "a", "/-/drain");
            try (ServerSocket squatter = new ServerSocket(pair.listenerPort(), 1, InetAddress.getLoopbackAddress())) {
                assertThat(post(pair, "a", "/-/undrain")).contains("127.0.0.1:" + squatter.getLocalPort());
                assertThat(status(pair, "a", "/readyz")).isEqualTo(503);
            }

            assertThat(post(pair, "a", "/-/undrain")).isEqualTo("accepting connections");
        }
    }

    @Test
    void drainOfAStop_endsAtOnceInAHurry_andIsNotUndone() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
                Socket running = connect(pair.listenerPort())) {
            echo(running, "before");
            AtomicInteger asked = new AtomicInteger();
            List<String> progress = new ArrayList<>();

            pair.a().drain(Duration.ofHours(1), () -> asked.incrementAndGet() > 3, progress::add);

            assertThat(progress).containsExactly("draining; links still carrying connections: 1");
            assertThat(post(pair, "a", "/-/undrain")).isEqualTo("the sidecar is stopping");
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

    private static void replace(Path file, String text, String by) throws IOException {
        String before = Files.readString(file);
        assertThat(before).contains(text);
        Files.writeString(file, before.replace(text, by));
    }
}
