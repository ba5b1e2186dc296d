package io.narrows.tests.soak;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Launcher;
import io.narrows.tests.support.Server;
import io.narrows.tests.support.Sidecar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** A host with an application, and with a sidecar and its rules while they are installed. */
final class RollingHost {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String OPTIONS =
            "-Xmx128m -Dio.netty.leakDetection.level=paranoid -Dio.netty.leakDetection.acquireAndReleaseOnly=true";

    private final Host host;
    private List<Host> others = List.of();
    private Server application;
    private Sidecar sidecar;

    RollingHost(Host host) {
        this.host = host;
    }

    /** Starts the application; it talks to those of the other hosts after {@link #begin}. */
    void start(List<Host> peers, long seed) throws IOException {
        others = peers;
        Files.createFile(host.directory().resolve("pause"));
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx96m",
                "-cp",
                System.getProperty("java.class.path"),
                RollingApplication.class.getName(),
                host.directory().toString(),
                Long.toString(seed),
                host.ip()));
        others.forEach(other -> command.add(other.ip()));
        application = host.start("application", command);
        awaitFile("paused", true);
    }

    void begin() throws IOException {
        withdraw("pause", "paused");
    }

    Host host() {
        return host;
    }

    boolean isInstalled() {
        return sidecar != null;
    }

    /** Starts the sidecar, and then has it capture. */
    void install() throws IOException {
        sidecar = Sidecar.start(host, yaml(), OPTIONS);
        Path rules = host.directory().resolve("rules");
        if (!Files.exists(rules)) {
            String config = host.directory().resolve("narrows.yaml").toString();
            Files.writeString(rules, Launcher.run(host, "capture", "plan", "--user", "nobody", "--config", config));
        }
        host.run("nft", "-f", rules.toString());
    }

    /** Removes the rules between two connections, since captured ones end with them; then ends the sidecar. */
    void remove() throws IOException {
        pause();
        Launcher.run(host, "capture", "remove");
        withdraw("pause", "paused");
        sidecar.terminate();
        Awaitility.await("the end of the sidecar of " + host.name())
                .atMost(LIMIT)
                .until(() -> !sidecar.isAlive());
        requireSound();
        sidecar = null;
    }

    /** Kills the sidecar and starts it again; its rules stay. */
    void restart() {
        requireSound();
        sidecar.kill();
        sidecar.start();
    }

    /** Waits until no connection of this host is open, and lets it begin none. */
    void pause() throws IOException {
        order("pause", "paused");
    }

    private void requireSound() {
        String log = sidecar.log();
        if (log.contains("LEAK:") || log.contains(" ERROR ")) {
            throw new IllegalStateException("the sidecar of " + host.name() + " has lost a buffer or failed:\n" + log);
        }
    }

    /** Lets connections of this host be reset until {@link #endFault}. */
    void beginFault() throws IOException {
        order("fault", "excused");
    }

    void endFault() throws IOException {
        withdraw("fault", "excused");
    }

    private void order(String file, String answer) throws IOException {
        Files.createFile(host.directory().resolve(file));
        awaitFile(answer, true);
    }

    private void withdraw(String file, String answer) throws IOException {
        Files.delete(host.directory().resolve(file));
        awaitFile(answer, false);
    }

    private void awaitFile(String answer, boolean there) {
        Awaitility.await((there ? "" : "no longer ") + answer + " on " + host.name())
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> Files.exists(host.directory().resolve(answer)) == there);
    }

    /** Ends the application, which is paused; returns its line of figures. */
    String stop() throws IOException {
        Files.createFile(host.directory().resolve("stop"));
        int exit = application.exitCode();
        if (exit != 0) {
            throw new IllegalStateException("application of " + host.name() + ", exit " + exit + ":\n" + failures());
        }
        List<String> lines = application.log().lines().toList();
        return lines.get(lines.size() - 1);
    }

    /** Returns the failures so far, in lines; empty if there are none. */
    String failures() {
        return application
                .log()
                .lines()
                .filter(line -> line.contains("FAILURE"))
                .collect(Collectors.joining("\n"));
    }

    /** Returns the bytes that the sidecar carried to and from a peer compressed. */
    double compressed(RollingHost peer) throws IOException {
        return sum("narrows_app_bytes_total", peer, "codec=\"zstd\"");
    }

    /** Returns the connections to a peer that went without a link. */
    double fallbacks(RollingHost peer) throws IOException {
        return sum("narrows_fallback_connections_total", peer);
    }

    private double sum(String metric, RollingHost peer, String... labels) throws IOException {
        List<String> all = new ArrayList<>(List.of(labels));
        all.add("peer=\"" + peer.host.name() + "\"");
        return sidecar.metrics().sum(metric, all.toArray(String[]::new));
    }

    private String yaml() {
        String peers = others.stream()
                .map(peer -> "  - {id: %1$s, region: eu, zone: %1$s, host: %1$s, link: '%2$s:15000', fallback: plain}"
                        .formatted(peer.name(), peer.ip()))
                .collect(Collectors.joining("\n"));
        return """
                version: 1
                node: {id: %1$s, region: eu, zone: %1$s, host: %1$s}
                link: {listen: '%2$s:15000', plaintext: true, warm-up: 0s, drain: 10s}
                targets: {}
                peers:
                %3$s
                capture:
                  - {transparent: '127.0.0.1:15001', ports: [%4$d], source: own}
                policy:
                  - {codec: zstd}
                admin: {listen: '%2$s:9901', token-file: %5$s}
                """.formatted(host.name(), host.ip(), peers, RollingApplication.PORT, Sidecar.TOKEN_FILE);
    }
}
