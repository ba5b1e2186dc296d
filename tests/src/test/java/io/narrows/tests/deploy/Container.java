package io.narrows.tests.deploy;

import io.narrows.tests.support.Command;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.Server;
import io.narrows.tests.support.SidecarConfig;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * The image on a host, run like {@code docker run --read-only --user 65532 --tmpfs /tmp --security-opt no-new-privileges}: in
 * a mount namespace whose root is the tree. As with Docker, its /tmp is mounted noexec.
 */
final class Container {
    private static final Duration START_LIMIT = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(5);

    /** $0 is the tree, $1 the folder with the configuration; the program follows. */
    private static final String BOOT = """
            mount --bind "$0" "$0"
            mount --bind "$1" "$0/etc/narrows"
            mount -o remount,bind,ro "$0/etc/narrows"
            mount -o remount,bind,ro "$0"
            mount -t tmpfs -o noexec,nosuid,nodev,mode=1777 tmpfs "$0/tmp"
            mount -t proc proc "$0/proc"
            mount --rbind /dev "$0/dev"
            shift
            exec setpriv --no-new-privs chroot --userspec=65532:65532 --groups= "$0" "$@"
            """;

    private final ImageTree image;
    private final Host host;
    private final Path configs;
    private Server server;

    Container(ImageTree image, Host host, SidecarConfig config) throws IOException {
        this.image = image;
        this.host = host;
        this.configs = Files.createDirectories(host.directory().resolve("etc"));
        Files.setPosixFilePermissions(configs, PosixFilePermissions.fromString("rwxr-xr-x"));
        write("narrows.yaml", config.toYaml());
    }

    /** Starts its sidecar; returns how long it took to become ready. */
    Duration start() {
        long begin = System.nanoTime();
        server = host.start("narrows", inside("narrows", "run", "--config", "/etc/narrows/narrows.yaml"));
        Awaitility.await("container of " + host.name())
                .pollDelay(Duration.ZERO)
                .pollInterval(POLL)
                .atMost(START_LIMIT)
                .failFast(this::throwIfEnded)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> get("/readyz").equals("ready\n"));
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** Starts a store, which reads a different configuration and keeps its data in /tmp. */
    Server store(String yaml) throws IOException {
        write("store.yaml", yaml);
        return host.start("store", inside("narrows", "node", "--config", "/etc/narrows/store.yaml"));
    }

    private void throwIfEnded() {
        if (!server.isAlive()) {
            throw new IllegalStateException("container of " + host.name() + " has ended:\n" + log());
        }
    }

    /** Runs another program in it, like {@code docker exec}; returns its output. */
    String run(String... command) {
        return host.run(inside(command).toArray(String[]::new));
    }

    /** Runs a program in it as root, like {@code docker run --user 0 --cap-add ALL}; returns its output. */
    String runAsRoot(String... command) {
        return host.run(booted(BOOT.replace("65532", "0"), command).toArray(String[]::new));
    }

    /** Adds a file to the folder of its configuration. */
    void write(String name, String content) throws IOException {
        Path file = Files.writeString(configs.resolve(name), content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    }

    /** Adds a class of these tests below the folder of its configuration, where a class path has it. */
    void write(Class<?> program) throws IOException {
        String name = program.getName().replace('.', '/') + ".class";
        Path file = configs.resolve(name);
        Files.createDirectories(file.getParent());
        try (InputStream code = program.getClassLoader().getResourceAsStream(name)) {
            Files.copy(code, file, StandardCopyOption.REPLACE_EXISTING);
        }
        Command.run("chmod", "-R", "u=rwX,go=rX", configs.toString());
    }

    private List<String> inside(String... command) {
        return booted(BOOT, command);
    }

    private List<String> booted(String boot, String... command) {
        List<String> whole =
                new ArrayList<>(List.of("sh", "-ec", boot, image.root().toString(), configs.toString()));
        whole.addAll(List.of(command));
        return whole;
    }

    /** Returns the address of its sidecar's admin port, the same inside the host and outside. */
    String admin() {
        return host.ip() + ":" + SidecarConfig.ADMIN_PORT;
    }

    Metrics metrics() throws IOException {
        return new Metrics(get("/metrics"));
    }

    private String get(String path) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://" + admin() + path).toURL().openConnection();
        return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    String log() {
        return server.log();
    }

    /** Sends SIGTERM, like {@code docker stop}; returns the exit code. */
    int stop() {
        server.terminate();
        return server.exitCode();
    }
}
