package io.narrows.tests.support;

import io.narrows.tests.support.Certificates.Identity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A PostgreSQL server, on its host's loopback unless it is made to listen on all addresses. */
public final class PostgresServer {
    public static final int PORT = 5432;
    private static final Duration START_LIMIT = Duration.ofMinutes(3);

    /** The server refuses to run as root: inside its own user namespace, this process's user has a different number. */
    private static final List<String> NOT_ROOT = List.of("unshare", "--user", "--map-user=1000", "--map-group=1000");

    private final Host host;
    private final Path data;

    private PostgresServer(Host host) {
        this.host = host;
        this.data = host.directory().resolve("postgres");
    }

    /** Creates an empty cluster and starts it. */
    public static PostgresServer primary(Host host) {
        return primary(host, "127.0.0.1", "");
    }

    /**
     * Creates an empty cluster with TLS, and starts it.
     *
     * @param identity its certificate, and the authority of its clients
     * @param access the lines of pg_hba.conf before that of the user {@code postgres}
     */
    public static PostgresServer primaryWithTls(Host host, Identity identity, String... access) {
        return primaryWithTls(host, "127.0.0.1", identity, access);
    }

    /** Creates an empty cluster with TLS that listens on all addresses of the host, and starts it. */
    public static PostgresServer openPrimaryWithTls(Host host, Identity identity, String... access) {
        return primaryWithTls(host, "*", identity, access);
    }

    private static PostgresServer primaryWithTls(
            Host host, String listenAddresses, Identity identity, String... access) {
        PostgresServer server = create(host, listenAddresses);
        server.write("pg_hba.conf", String.join("\n", access) + "\nhost all postgres 127.0.0.1/32 trust\n");
        server.append("postgresql.conf", """
                ssl = on
                ssl_cert_file = '%s'
                ssl_key_file = '%s'
                ssl_ca_file = '%s'
                """.formatted(identity.cert(), identity.key(), identity.ca()));
        server.start();
        return server;
    }

    /**
     * Creates an empty cluster that listens on all addresses of the host, and starts it.
     *
     * @param trusted the networks whose users and standbys it accepts, such as {@code 10.0.0.0/8}
     */
    public static PostgresServer openPrimary(Host host, List<String> trusted) {
        return primary(
                host,
                "*",
                trusted.stream()
                        .map(network -> "host all,replication all " + network + " trust\n")
                        .collect(Collectors.joining()));
    }

    /**
     * Creates an empty cluster, and starts it.
     *
     * @param listenAddresses of the host, separated by commas; 127.0.0.1 among them
     * @param access further lines of pg_hba.conf, each with its end
     */
    public static PostgresServer primary(Host host, String listenAddresses, String access) {
        PostgresServer server = create(host, listenAddresses);
        server.append("pg_hba.conf", access);
        server.start();
        return server;
    }

    private static PostgresServer create(Host host, String listenAddresses) {
        PostgresServer server = new PostgresServer(host);
        host.run(notRoot(program("initdb"), "-D", server.data.toString(), "-U", "postgres", "-A", "trust", "-N"));
        server.append("postgresql.conf", """
                listen_addresses = '%s'
                unix_socket_directories = ''
                wal_level = replica
                wal_keep_size = '256MB'
                shared_buffers = '64MB'
                """.formatted(listenAddresses));
        return server;
    }

    /**
     * Copies a primary and follows it.
     *
     * @param primaryConninfo the line of postgresql.conf with its address: {@code primary_conninfo = '…'}
     */
    public static PostgresServer standby(Host host, String primaryConninfo) {
        PostgresServer server = new PostgresServer(host);
        String primary = primaryConninfo.replaceFirst("^primary_conninfo = '(.*)'$", "$1");
        host.run(notRoot(
                program("pg_basebackup"), "-d", primary, "-D", server.data.toString(), "-X", "stream", "-c", "fast"));
        // By default, it waits for 5 s before it connects again.
        server.append("postgresql.conf", primaryConninfo + "\nwal_retrieve_retry_interval = '500ms'\n");
        server.create("standby.signal");
        server.start();
        return server;
    }

    /** Runs pgbench on this server. */
    public void pgbench(String... options) {
        host.run(pgbenchCommand(options).toArray(String[]::new));
    }

    /** Starts pgbench on this server. */
    public Server startPgbench(String... options) {
        return host.start("pgbench", pgbenchCommand(options));
    }

    /**
     * Starts pgbench on any host.
     *
     * @param database as libpq's connection string
     * @param script of its transactions
     */
    public static Server startPgbench(Host host, String database, Path script, String... options) {
        List<String> command = new ArrayList<>(List.of(program("pgbench"), "-n", "-f", script.toString()));
        command.addAll(List.of(options));
        command.add(database);
        return host.start("pgbench", command);
    }

    private static List<String> pgbenchCommand(String... options) {
        List<String> command = new ArrayList<>(List.of(program("pgbench"), "-h", "127.0.0.1", "-U", "postgres"));
        command.addAll(List.of(options));
        command.add("postgres");
        return command;
    }

    /** Returns psql's unformatted output: rows in lines, columns separated by bars. */
    public String query(String sql) {
        return host.run(program("psql"), "-h", "127.0.0.1", "-U", "postgres", "-At", "-c", sql)
                .strip();
    }

    private void start() {
        host.start("postgres", List.of(notRoot(program("postgres"), "-D", data.toString())));
        Awaitility.await("postgres on " + host.name())
                .atMost(START_LIMIT)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .until(() -> query("select 1").equals("1"));
    }

    private void append(String file, String lines) {
        write(file, lines, StandardOpenOption.APPEND);
    }

    private void write(String file, String lines, OpenOption... options) {
        try {
            Files.writeString(data.resolve(file), lines, options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void create(String name) {
        try {
            Files.createFile(data.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String[] notRoot(String... command) {
        return Stream.concat(NOT_ROOT.stream(), Stream.of(command)).toArray(String[]::new);
    }

    /** Returns a program of the newest version; Debian keeps each version in a separate folder. */
    private static String program(String name) {
        try (Stream<Path> versions = Files.list(Path.of("/usr/lib/postgresql"))) {
            return versions.map(version -> version.resolve("bin").resolve(name))
                    .filter(Files::isExecutable)
                    .max(Path::compareTo)
                    .orElseThrow()
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
