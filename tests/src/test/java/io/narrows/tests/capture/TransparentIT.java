package io.narrows.tests.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Launcher;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Sidecar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests transparent capture between two hosts whose application keeps its addresses. The far application greets with the
 * address that it sees, and returns what it receives.
 */
class TransparentIT {
    private static final int PORT = 7000;
    private static final String V6 = "fd00:77::";
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private Network network;

    private Host near;
    private Host far;

    @BeforeEach
    void serve() {
        network = new Network(directory);
        near = host("near", 1);
        far = host("far", 2);
        far.start(
                "app",
                List.of(
                        "socat",
                        "TCP6-LISTEN:" + PORT + ",ipv6only=0,fork,reuseaddr",
                        "SYSTEM:echo $SOCAT_PEERADDR; cat"));
        await().atMost(LIMIT).ignoreExceptions().until(() -> !talk(far.ip()).isEmpty());
    }

    private Host host(String name, int number) {
        Host host = network.host(name);
        host.run("ip", "address", "add", V6 + number + "/64", "dev", "eth0", "nodad");
        return host;
    }

    @ParameterizedTest(name = "source: {0}")
    @CsvSource({"keep, 1", "own, 2"})
    void connections_areCarried_andTheDatabaseSees(String source, int seen) throws IOException {
        Sidecar a = start(near, "near", "far", far, source);
        start(far, "far", "near", near, source);

        assertThat(talk(far.ip())).isEqualTo("[0000:0000:0000:0000:0000:ffff:0a4d:000%d]%nhello".formatted(seen));
        assertThat(talk("[" + V6 + "2]"))
                .isEqualTo("[fd00:0077:0000:0000:0000:0000:0000:000%d]%nhello".formatted(seen));

        assertThat(a.metrics().appBytes("far")).isGreaterThan(0);
    }

    @Test
    void applied_isInForce_twiceChangesNothing_andRemovedLeavesNothing() throws IOException {
        String rulesBefore = near.run("nft", "list", "ruleset");
        String routesBefore = near.run("ip", "rule") + near.run("ip", "-6", "rule");
        Sidecar a = start(near, "near", "far", far, "keep");
        start(far, "far", "near", near, "keep");
        String applied = near.run("nft", "-a", "list", "ruleset");

        assertThat(capture("apply")).contains("already");
        assertThat(near.run("nft", "-a", "list", "ruleset")).isEqualTo(applied);
        assertThat(capture("status")).isEqualTo("the rules are in force\n");

        near.run("nft", "flush", "chain", "inet", "narrows", "redirected");
        assertThatThrownBy(() -> capture("status")).hasMessageContaining("was changed since it was applied");
        capture("apply");
        assertThat(capture("status")).isEqualTo("the rules are in force\n");

        Launcher.run(near, "capture", "remove");
        Launcher.run(near, "capture", "remove");
        assertThat(near.run("nft", "list", "ruleset")).isEqualTo(rulesBefore);
        assertThat(near.run("ip", "rule") + near.run("ip", "-6", "rule")).isEqualTo(routesBefore);
        assertThat(near.run("ip", "route", "show", "table", "all")).doesNotContain("12386");
        double before = a.metrics().appBytes("far");
        assertThat(talk(far.ip())).endsWith("hello");
        assertThat(a.metrics().appBytes("far")).isEqualTo(before);
    }

    @Test
    void destinationOfNoPeer_isReachedUntouched_andCounted() throws IOException {
        Sidecar a = start(near, "near", "far", far, "keep");
        a.reload(a.config().replaceFirst("peers:\n.*\n", "peers: []\n"));

        assertThat(talk(far.ip())).isEqualTo("[0000:0000:0000:0000:0000:ffff:0a4d:0001]%nhello".formatted());

        assertThat(a.metrics().sum("narrows_passed_connections_total")).isEqualTo(1);
        assertThat(a.metrics().sum("narrows_passed_bytes_total", "direction=\"sent\""))
                .isEqualTo("hello".length());
        assertThat(a.metrics().sum("narrows_passed_bytes_total", "direction=\"received\""))
                .isGreaterThan(5);
    }

    @Test
    void connectionToTheCaptureItself_isRefused_andCounted() throws IOException {
        Sidecar a = start(near, "near", "far", far, "keep");

        assertThatThrownBy(() -> near.run("sh", "-c", "echo hello | socat -t 5 - TCP:127.0.0.1:15001 | grep ."))
                .isInstanceOf(IllegalStateException.class);

        await().atMost(LIMIT).until(() -> a.metrics().sum("narrows_failures_total", "reason=\"no-destination\"") == 1);
    }

    @Test
    void portThatIsNotAllowed_isRefusedByTheFarSide() throws IOException {
        Sidecar a = start(near, "near", "far", far, "keep");
        Sidecar b = start(far, "far", "near", near, "keep");
        b.reload(b.config().replace("ports: [7000]", "ports: [7001]"));

        assertThat(near.run("sh", "-c", "echo hello | socat -t 5 - TCP:" + far.ip() + ":" + PORT + " 2>&1 || true"))
                .doesNotContain("hello\n");

        await().atMost(LIMIT).until(() -> a.metrics().sum("narrows_failures_total", "reason=\"target-denied\"") == 1);
    }

    private String capture(String verb) {
        return Launcher.run(near, "capture", verb, "--config", config(near).toString());
    }

    private String talk(String ip) {
        return near.run("sh", "-c", "printf hello | socat -t 10 - TCP:" + ip + ":" + PORT);
    }

    private static Path config(Host host) {
        return host.directory().resolve("narrows.yaml");
    }

    private Sidecar start(Host host, String id, String peer, Host peerHost, String source) throws IOException {
        int other = peer.equals("near") ? 1 : 2;
        String yaml = """
                version: 1
                node: {id: %s, region: eu, zone: %s, host: %s}
                link: {listen: '%s:15000', plaintext: true, warm-up: 0s}
                targets: {}
                peers:
                  - {id: %s, region: eu, zone: %s, host: %s, link: '%s:15000', ip: ['%s', '%s%d']}
                capture:
                  - {transparent: '127.0.0.1:15001', ports: [7000], source: %s, plaintext: true}
                  - {transparent: '[::1]:15001', ports: [7000], source: %s, plaintext: true}
                admin: {listen: '%s:9901', token-file: %s}
                """.formatted(
                        id,
                        id,
                        id,
                        host.ip(),
                        peer,
                        peer,
                        peer,
                        peerHost.ip(),
                        peerHost.ip(),
                        V6,
                        other,
                        source,
                        source,
                        host.ip(),
                        Sidecar.TOKEN_FILE);
        Files.createDirectories(host.directory());
        Sidecar sidecar = Sidecar.start(host, yaml, "");
        Launcher.run(host, "capture", "apply", "--config", config(host).toString());
        return sidecar;
    }
}
