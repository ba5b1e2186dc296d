package io.narrows.tests.support;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** A Redis server with a password, on its host's loopback unless it is made to listen on all addresses. */
public final class RedisServer {
    public static final int PORT = 6379;
    private static final String PASSWORD = "sesame";
    private static final Duration START_LIMIT = Duration.ofSeconds(30);

    private final Host host;

    private RedisServer(Host host) {
        this.host = host;
    }

    /** Starts an empty server. */
    public static RedisServer primary(Host host) {
        return start(host, List.of("--requirepass", PASSWORD));
    }

    /** Starts an empty server that listens on all addresses of the host. */
    public static RedisServer openPrimary(Host host) {
        return start(host, List.of("--requirepass", PASSWORD, "--bind", "0.0.0.0"));
    }

    /** Starts a server that follows the primary at the address. */
    public static RedisServer replica(Host host, String primaryIp) {
        String primary = "%s %d".formatted(primaryIp, PORT);
        return start(host, List.of("--requirepass", PASSWORD, "--replicaof", primary, "--masterauth", PASSWORD));
    }

    private static RedisServer start(Host host, List<String> options) {
        List<String> command = new ArrayList<>(List.of("redis-server", "--bind", "127.0.0.1"));
        command.addAll(List.of("--dir", host.directory().toString(), "--save", "", "--enable-debug-command", "local"));
        command.addAll(options);
        host.start("redis", command);
        RedisServer server = new RedisServer(host);
        Awaitility.await("redis on " + host.name())
                .atMost(START_LIMIT)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .until(() -> server.ask("PING").equals("PONG"));
        return server;
    }

    /** Returns the response of redis-cli. */
    public String ask(String... command) {
        List<String> all = new ArrayList<>(List.of("redis-cli", "--no-auth-warning", "-a", PASSWORD));
        all.addAll(List.of(command));
        return host.run(all.toArray(String[]::new)).strip();
    }

    /** Writes random keys. */
    public void write(int writes, int valueBytes) {
        host.run(
                "redis-benchmark",
                "-a",
                PASSWORD,
                "-t",
                "set",
                "-n",
                "" + writes,
                "-r",
                "" + writes,
                "-d",
                "" + valueBytes,
                "-P",
                "16",
                "-q");
    }

    /** Returns a hash of all keys and values. */
    public String digest() {
        return ask("DEBUG", "DIGEST");
    }
}
