package io.narrows.tests.capture;

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
import java.util.stream.Stream;

/**
 * Two hosts, each with IPv4 and IPv6, whose sidecars capture transparently. The far host has an application that greets with the
 * address that it sees, and returns what it receives.
 */
final class CapturePair implements AutoCloseable {
    static final int PORT = 7000;

    /** The hosts' network; the near host's address ends in 1, the far host's in 2. */
    static final String V6 = "fd00:77::";

    static final Duration LIMIT = Duration.ofMinutes(3);

    private final Network network;
    private final Host near;
    private final Host far;

    /** @param directory for the files and logs of the hosts */
    CapturePair(Path directory) {
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

    Host near() {
        return near;
    }

    Host far() {
        return far;
    }

    /** Adds a host with IPv4 alone. */
    Host host(String name) {
        return network.host(name);
    }

    /** Starts the near host's sidecar, and installs its rules. */
    Sidecar startNear(String source) throws IOException {
        return start(near, yamlOfNear(source));
    }

    /** Starts the far host's sidecar, and installs its rules. */
    Sidecar startFar(String source) throws IOException {
        return start(far, yamlOfFar(source));
    }

    private static Sidecar start(Host host, String yaml) throws IOException {
        Sidecar sidecar = Sidecar.start(host, yaml, "");
        installRules(host);
        return sidecar;
    }

    /** Starts the sidecars of both hosts at the same time, and installs their rules; returns that of the near host. */
    Sidecar startBoth(String source) throws IOException {
        Sidecar atNear = Sidecar.launch(near, yamlOfNear(source));
        Sidecar atFar = Sidecar.launch(far, yamlOfFar(source));
        atNear.awaitReady();
        atFar.awaitReady();
        Stream.of(near, far).parallel().forEach(CapturePair::installRules);
        return atNear;
    }

    private static void installRules(Host host) {
        Launcher.run(host, "capture", "apply", "--config", config(host).toString());
    }

    /** Runs a verb of {@code narrows capture} on the near host, with its configuration. */
    String capture(String verb, String... options) {
        String[] common = {"capture", verb, "--config", config(near).toString()};
        return Launcher.run(
                near, Stream.concat(Stream.of(common), Stream.of(options)).toArray(String[]::new));
    }

    /** Sends {@code hello} from the near host to the application's port at an address, and returns all that comes back. */
    String talk(String ip) {
        return talk(near, ip);
    }

    static String talk(Host from, String ip) {
        return from.run("sh", "-c", "printf hello | socat -t 10 - TCP:" + ip + ":" + PORT);
    }

    static double failures(Sidecar sidecar, String reason) throws IOException {
        return sidecar.metrics().sum("narrows_failures_total", "reason=\"" + reason + "\"");
    }

    /** Writes the near host's configuration for verbs that need no sidecar. */
    Path writeConfig(String source) throws IOException {
        return Files.writeString(config(near), yamlOfNear(source).replaceFirst("admin: .*\n", ""));
    }

    static Path config(Host host) {
        return host.directory().resolve("narrows.yaml");
    }

    String yamlOfNear(String source) {
        return yaml(near, far, V6 + 2, source);
    }

    String yamlOfFar(String source) {
        return yaml(far, near, V6 + 1, source);
    }

    private static String yaml(Host host, Host peer, String peerV6, String source) {
        return """
                version: 1
                node: {id: %1$s, region: eu, zone: %1$s, host: %1$s}
                link: {listen: '%2$s:15000', plaintext: true, warm-up: 0s}
                targets: {}
                peers:
                  - {id: %3$s, region: eu, zone: %3$s, host: %3$s, link: '%4$s:15000', ip: ['%4$s', '%5$s']}
                capture:
                  - {transparent: '127.0.0.1:15001', ports: [7000, 7002, 7003], source: %6$s, plaintext: true}
                  - {transparent: '[::1]:15001', ports: [7000, 7002, 7003], source: %6$s, plaintext: true}
                admin: {listen: '%2$s:9901', token-file: %7$s}
                """.formatted(host.name(), host.ip(), peer.name(), peer.ip(), peerV6, source, Sidecar.TOKEN_FILE);
    }

    @Override
    public void close() {
        network.close();
    }
}
