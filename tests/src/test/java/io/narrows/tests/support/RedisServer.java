package io.narrows.tests.support;

import io.narrows.tests.support.Certificates.Identity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** A Redis server with a password, on its host's loopback unless it is made to listen on all addresses. */
public final class RedisServer {
    public static final int PORT = 6379;
    private static final String PASSWORD = "sesame";
    private static final Duration START_LIMIT = Duration.ofMinutes(3);

    private final Host host;

    /** The options with which clients connect. */
    private final List<String> client;

    private RedisServer(Host host, List<String> client) {
        this.host = host;
        this.client = client;
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

    /**
     * Starts an empty server that speaks TLS only, and demands a certificate of everyone.
     *
     * @param identity its certificate, which its clients here also use, and the authority of others
     */
    public static RedisServer primaryWithTls(Host host, Identity identity) {
        return startWithTls(host, identity, List.of());
    }

    /** Starts an empty server that speaks TLS only, and listens on all addresses of the host. */
    public static RedisServer openPrimaryWithTls(Host host, Identity identity) {
        return startWithTls(host, identity, List.of("--bind", "0.0.0.0"));
    }

    /** Starts a server that follows the primary at the address, like it with TLS only. */
    public static RedisServer replicaWithTls(Host host, Identity identity, String primaryIp) {
        String primary = "%s %d".formatted(primaryIp, PORT);
        return startWithTls(
                host, identity, List.of("--tls-replication", "yes", "--replicaof", primary, "--masterauth", PASSWORD));
    }

    private static RedisServer startWithTls(Host host, Identity identity, List<String> options) {
        List<String> all = new ArrayList<>(List.of("--requirepass", PASSWORD));
        all.addAll(List.of("--port", "0", "--tls-port", "" + PORT, "--tls-auth-clients", "yes"));
        all.addAll(List.of("--tls-cert-file", identity.cert().toString()));
        all.addAll(List.of("--tls-key-file", identity.key().toString()));
        all.addAll(List.of("--tls-ca-cert-file", identity.ca().toString()));
        all.addAll(options);
        List<String> client =
                new ArrayList<>(List.of("--tls", "--cert", identity.cert().toString()));
        client.addAll(List.of(
                "--key", identity.key().toString(), "--cacert", identity.ca().toString()));
        return start(host, all, client);
    }

    private static RedisServer start(Host host, List<String> options) {
        return start(host, options, List.of());
    }

    private static RedisServer start(Host host, List<String> options, List<String> client) {
        List<String> command = new ArrayList<>(List.of("redis-server", "--bind", "127.0.0.1"));
        command.addAll(List.of("--dir", host.directory().toString(), "--save", "", "--enable-debug-command", "local"));
        command.addAll(List.of("--repl-diskless-sync-delay", "0"));
        command.addAll(options);
        host.start("redis", command);
        RedisServer server = new RedisServer(host, client);
        Awaitility.await("redis on " + host.name())
                .atMost(START_LIMIT)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .until(() -> server.ask("PING").equals("PONG"));
        return server;
    }

    /** Returns the response of redis-cli. */
    public String ask(String... command) {
        List<String> all = new ArrayList<>(List.of("redis-cli", "--no-auth-warning", "-a", PASSWORD));
        all.addAll(client);
        all.addAll(List.of(command));
        return host.run(all.toArray(String[]::new)).strip();
    }

    /** Writes random keys. */
    public void write(int writes, int valueBytes) {
        List<String> all = new ArrayList<>(List.of("redis-benchmark", "-a", PASSWORD));
        all.addAll(client);
        all.addAll(List.of("-t", "set", "-n", "" + writes, "-r", "" + writes, "-d", "" + valueBytes, "-P", "16", "-q"));
        host.run(all.toArray(String[]::new));
    }

    /** Returns a hash of all keys and values. */
    public String digest() {
        return ask("DEBUG", "DIGEST");
    }
}
