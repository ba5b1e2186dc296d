package io.narrows.tests.capture;

import static io.narrows.tests.capture.CapturePair.LIMIT;
import static io.narrows.tests.capture.CapturePair.PORT;
import static io.narrows.tests.capture.CapturePair.V6;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Launcher;
import io.narrows.tests.support.Server;
import io.narrows.tests.support.Sidecar;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Transparent capture of connections between two hosts whose application keeps its addresses. */
class TransparentIT extends OnCapturePair {
    /** Connects, waits until the other end greets, and closes with a reset. */
    private static final String RESET = """
            socket($s, PF_INET, SOCK_STREAM, 0) && connect($s, sockaddr_in($ARGV[1], inet_aton($ARGV[0]))) or die $!;
            sysread($s, $greeting, 100) or die $!;
            setsockopt($s, SOL_SOCKET, SO_LINGER, pack("ii", 1, 0)) && close($s) or die $!;
            """;

    @ParameterizedTest(name = "source: {0}")
    @CsvSource({"keep, 1", "own, 2"})
    void connections_areCarried_andTheDatabaseSees(String source, int seen) throws IOException {
        Sidecar a = pair.startBoth(source);

        assertThat(pair.talk(far.ip())).isEqualTo("[0000:0000:0000:0000:0000:ffff:0a4d:000%d]%nhello".formatted(seen));
        assertThat(pair.talk("[" + V6 + "2]"))
                .isEqualTo("[fd00:0077:0000:0000:0000:0000:0000:000%d]%nhello".formatted(seen));

        assertThat(a.metrics().appBytes("far")).isGreaterThan(0);
    }

    @Test
    void destinationOfNoPeer_isReachedUntouched_andCounted() throws IOException {
        Sidecar a = pair.startNear("keep");
        a.reload(a.config().replaceFirst("peers:\n.*\n", "peers: []\n"));

        assertThat(pair.talk(far.ip())).isEqualTo("[0000:0000:0000:0000:0000:ffff:0a4d:0001]%nhello".formatted());

        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(a.metrics().sum("narrows_passed_connections_total")).isEqualTo(1);
            assertThat(a.metrics().sum("narrows_passed_bytes_total", "direction=\"sent\""))
                    .isEqualTo("hello".length());
            assertThat(a.metrics().sum("narrows_passed_bytes_total", "direction=\"received\""))
                    .isGreaterThan(5);
        });
    }

    @Test
    void connectionToTheCaptureItself_isRefused_andCounted() throws IOException {
        Sidecar a = pair.startNear("keep");

        assertThatThrownBy(() -> near.run("sh", "-c", "echo hello | socat -t 5 - TCP:127.0.0.1:15001 | grep ."))
                .isInstanceOf(IllegalStateException.class);

        await().atMost(LIMIT).until(() -> a.metrics().sum("narrows_failures_total", "reason=\"no-destination\"") == 1);
    }

    @Test
    void endings_areCarried_asTheyAre() throws IOException {
        pair.startBoth("keep");
        far.start("counting-app", List.of("socat", "-t", "10", "TCP-LISTEN:7002,fork,reuseaddr", "SYSTEM:wc -c"));
        Server silent = far.start(
                "reset-app",
                List.of("socat", "-d", "-d", "TCP-LISTEN:7003,reuseaddr", "SYSTEM:echo welcome; sleep 20"));
        await().atMost(LIMIT).until(() -> silent.log().contains("listening"));

        assertThat(near.run("sh", "-c", "printf hello | socat -t 10 - TCP:" + far.ip() + ":7002"))
                .as("the answer to a half-closed connection")
                .isEqualTo("5\n");
        near.run("perl", "-MSocket", "-e", RESET, far.ip(), "7003");
        await().atMost(LIMIT).until(() -> silent.log().contains("Connection reset by peer"));
    }

    @Test
    void sidecarWithoutPrivileges_usesItsOwnAddress_andSaysSo() throws IOException {
        pair.startNear("keep");
        Sidecar b = Sidecar.startUnprivileged(far, pair.yamlOfFar("keep").replace("source: keep, ", ""));

        assertThat(pair.talk(far.ip())).isEqualTo("[0000:0000:0000:0000:0000:ffff:0a4d:0002]%nhello".formatted());

        assertThat(b.log()).contains("the database sees this host's address");
        assertThat(b.metrics().sum("narrows_delivered_connections_total", "source=\"own\""))
                .isEqualTo(1);
        assertThat(b.metrics().sum("narrows_delivered_connections_total", "source=\"keep\""))
                .isZero();
    }

    @Test
    void sidecarWithoutPrivileges_isRefusedWhatItCannotDo() {
        assertThatThrownBy(() -> Sidecar.startUnprivileged(far, pair.yamlOfFar("keep")))
                .hasStackTraceContaining("source: keep needs CAP_NET_ADMIN");
    }

    /** The sidecar may not mark its packets, and its user is no exception: the kernel returns its own connections to it. */
    @Test
    void ownConnectionsInTheRules_areRefused_andNothingSpins() throws IOException {
        String yaml = pair.yamlOfNear("own")
                .replaceFirst(".*::1]:15001.*\n", "")
                .replace("127.0.0.1:15001', ports: [7000,", "0.0.0.0:15001', ports: [7000, 15001,")
                .replaceFirst("(link: '[^']*:15000')", "$1, fallback: plain");
        Sidecar a = Sidecar.startUnprivileged(near, yaml);
        pair.capture("apply");

        for (int port : new int[] {PORT, 15001, PORT}) {
            assertThat(near.run(
                            "sh",
                            "-c",
                            "echo hello | socat -d -d -t 5 - TCP:" + far.ip() + ":" + port + " 2>&1 || true"))
                    .contains("Connection reset by peer");
        }

        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(CapturePair.failures(a, "capture-loop")).isEqualTo(3);
            assertThat(a.metrics().sum("narrows_fallback_connections_total")).isEqualTo(3);
        });
        // A peer that sends a connection to the capture's own port cannot make it spin either.
        String other = pair.yamlOfFar("own")
                .replaceFirst(".*::1]:15001.*\n", "")
                .replace("127.0.0.1:15001', ports: [7000,", "0.0.0.0:15001', ports: [7000, 15001,");
        Sidecar b = Sidecar.start(far, other, "");
        Launcher.run(
                far, "capture", "apply", "--config", CapturePair.config(far).toString());
        await().atMost(LIMIT).ignoreExceptions().until(() -> pair.talk(far.ip()).endsWith("hello"));
        assertThat(near.run("sh", "-c", "echo hello | socat -d -d -t 5 - TCP:" + far.ip() + ":15001 2>&1 || true"))
                .contains("Connection reset by peer");
        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(CapturePair.failures(b, "no-destination")).isEqualTo(1);
            assertThat(CapturePair.failures(a, "capture-loop"))
                    .isEqualTo(a.metrics().sum("narrows_fallback_connections_total"))
                    .isLessThan(100);
        });
        assertThat(pair.talk(far.ip())).endsWith("hello");
    }

    @Test
    void portThatIsNotAllowed_isRefusedByTheFarSide() throws IOException {
        Sidecar a = pair.startNear("keep");
        Sidecar b = pair.startFar("keep");
        b.reload(b.config().replace("ports: [7000,", "ports: [7001,"));

        assertThat(near.run("sh", "-c", "echo hello | socat -t 5 - TCP:" + far.ip() + ":" + PORT + " 2>&1 || true"))
                .doesNotContain("hello\n");

        await().atMost(LIMIT).until(() -> a.metrics().sum("narrows_failures_total", "reason=\"target-denied\"") == 1);
    }
}
