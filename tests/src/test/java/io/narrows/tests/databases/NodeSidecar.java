package io.narrows.tests.databases;

import io.narrows.tests.support.Command;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A sidecar with a generated file; its admin port is at the host's loopback address. */
final class NodeSidecar {
    private static final String LAUNCHER =
            Path.of("../bin/narrows").toAbsolutePath().normalize().toString();
    private static final String ADMIN = "http://127.0.0.1:9901";
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final Host host;
    private final Path config;
    private final String node;
    private Server server;

    /** @param node which one of the nodes in the configuration it is */
    NodeSidecar(Host host, Path config, String node) {
        this.host = host;
        this.config = config;
        this.node = node;
    }

    /** Runs a verb of the program on the test's own machine, and returns its output. */
    static String narrows(List<String> arguments) {
        return Command.run(
                Stream.concat(Stream.of(LAUNCHER), arguments.stream()).toList());
    }

    /** Starts it, for the first time or again, and waits until it is ready. */
    void start() {
        server = host.start("narrows", List.of(LAUNCHER, "run", "--config", config.toString(), "--node", node));
        Awaitility.await("sidecar of " + host.name())
                .atMost(LIMIT)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .until(() -> host.run("curl", "-sf", ADMIN + "/readyz") != null);
    }

    /** Sends {@code kill -9}. */
    void kill() {
        server.kill();
    }

    /**
     * Replaces a text of the configuration, and waits until the sidecar has loaded the file.
     *
     * @throws IllegalStateException if it rejects the file
     */
    void reload(String text, String replacement) {
        try {
            Files.writeString(config, ExactText.replaced(Files.readString(config), text, replacement));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        host.run(LAUNCHER, "reload", "--config", config.toString(), "--node", node);
    }

    Metrics metrics() {
        return new Metrics(host.run("curl", "-sf", ADMIN + "/metrics"));
    }

    String log() {
        return server.log();
    }

    long pid() {
        return server.pid();
    }
}
