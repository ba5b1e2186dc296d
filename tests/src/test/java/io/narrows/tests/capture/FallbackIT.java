package io.narrows.tests.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Launcher;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Sidecar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Installs and removes the sidecars of two hosts one after the other while an application of one host connects to a database of
 * the other all the time. It compares all bytes that it gets back, and keeps its address.
 */
class FallbackIT {
    private static final int PORT = 7000;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** A result per connection; the application closes its direction before it reads the answer to its end. */
    private static final String LOAD = "while :; do"
            + " while [ -e pause ]; do touch paused; sleep 0.1; done; rm -f paused;"
            + " if socat -t 10 - TCP:%s:%d < payload > answer && cmp -s payload answer; then echo same; else echo differs; fi"
            + " >> results; sleep 0.1; done";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private Network network;

    private Host near;
    private Host far;
    private Path results;

    @BeforeEach
    void load() throws IOException {
        network = new Network(directory);
        near = network.host("near");
        far = network.host("far");
        far.start("app", List.of("socat", "TCP-LISTEN:" + PORT + ",fork,reuseaddr", "EXEC:cat"));
        await().atMost(LIMIT)
                .ignoreExceptions()
                .until(() -> near.run("sh", "-c", "printf hello | socat -t 10 - TCP:" + far.ip() + ":" + PORT)
                        .equals("hello"));
        String text = IntStream.range(0, 10_000)
                .mapToObj(i -> "row " + i + " of a table\n")
                .collect(Collectors.joining());
        Files.writeString(near.directory().resolve("payload"), text, StandardCharsets.US_ASCII);
        results = near.directory().resolve("results");
        String loop = "cd " + near.directory() + " && " + LOAD.formatted(far.ip(), PORT);
        near.start("load", List.of("sh", "-c", loop));
    }

    @Test
    void nearFirst_goesPlainUntilTheFarSidecarComes_andAfterItHasGone() throws IOException {
        String rules = near.run("nft", "list", "ruleset");
        Sidecar a = install(near, far);
        awaitMore(a, "codec=\"none\"");
        assertThat(appBytes(a, "codec=\"zstd\"")).isZero();

        Sidecar b = install(far, near);
        awaitMore(a, "codec=\"zstd\"");
        double plain = fallbacks(a);
        awaitMore(a, "codec=\"zstd\"");
        assertThat(fallbacks(a)).isEqualTo(plain);

        remove(far, b);
        awaitMore(a, "codec=\"none\"");
        assertThat(fallbacks(a)).isGreaterThan(plain);

        remove(near, a);
        awaitResults();
        assertThat(Files.readAllLines(results)).containsOnly("same");
        assertThat(near.run("nft", "list", "ruleset")).isEqualTo(rules);
    }

    @Test
    void farFirst_isNeverPlain() throws IOException {
        Sidecar b = install(far, near);
        awaitResults();
        Sidecar a = install(near, far);
        awaitMore(a, "codec=\"zstd\"");
        assertThat(fallbacks(a)).isZero();

        remove(near, a);
        awaitResults();
        remove(far, b);
        awaitResults();
        assertThat(Files.readAllLines(results)).containsOnly("same");
    }

    private void awaitMore(Sidecar sidecar, String codec) throws IOException {
        double before = appBytes(sidecar, codec);
        await().atMost(LIMIT).until(() -> appBytes(sidecar, codec) > before);
    }

    private void awaitResults() throws IOException {
        int before = Files.readAllLines(results).size();
        await().atMost(LIMIT).until(() -> Files.readAllLines(results).size() > before + 5);
    }

    private static double appBytes(Sidecar sidecar, String codec) throws IOException {
        return sidecar.metrics().sum("narrows_app_bytes_total", codec);
    }

    private static double fallbacks(Sidecar sidecar) throws IOException {
        return sidecar.metrics().sum("narrows_fallback_connections_total");
    }

    private static Sidecar install(Host host, Host peer) throws IOException {
        String yaml = """
                version: 1
                node: {id: %s, region: eu, zone: %s, host: %s}
                link: {listen: '%s:15000', plaintext: true, warm-up: 0s}
                targets: {}
                peers:
                  - {id: %s, region: eu, zone: %s, host: %s, link: '%s:15000', ip: %s, fallback: plain}
                capture:
                  - {transparent: '127.0.0.1:15001', ports: [7000]}
                policy:
                  - {codec: zstd}
                admin: {listen: '%s:9901', token-file: %s}
                """.formatted(
                        host.name(),
                        host.name(),
                        host.name(),
                        host.ip(),
                        peer.name(),
                        peer.name(),
                        peer.name(),
                        peer.ip(),
                        peer.ip(),
                        host.ip(),
                        Sidecar.TOKEN_FILE);
        Sidecar sidecar = Sidecar.start(host, yaml, "");
        String file = host.directory().resolve("narrows.yaml").toString();
        Launcher.run(host, "capture", "apply", "--config", file);
        return sidecar;
    }

    /** Removes the rules between two connections, since captured ones end with them. */
    private void remove(Host host, Sidecar sidecar) throws IOException {
        Path pause = Files.createFile(near.directory().resolve("pause"));
        await().atMost(LIMIT).until(() -> Files.exists(near.directory().resolve("paused")));
        Launcher.run(host, "capture", "remove");
        Files.delete(pause);
        sidecar.terminate();
        await().atMost(LIMIT).until(() -> !sidecar.isAlive());
    }
}
