package io.narrows.tests.support;

import io.narrows.tests.support.Certificates.Identity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A MariaDB server on its host's loopback, with a binary log. */
public final class MariaDbServer {
    public static final int PORT = 3306;
    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final String PATIENT = ";evs.suspect_timeout=PT1M;evs.inactive_timeout=PT2M";

    /**
     * If started by root, the state transfer's rsync would run as "nobody", which may not write to the test's
     * folder.
     */
    private static final List<String> NOT_ROOT = List.of("unshare", "--user", "--map-user=1000", "--map-group=1000");

    private final Host host;
    private final Path socket;

    private MariaDbServer(Host host) {
        this.host = host;
        this.socket = host.directory().resolve("mariadb.sock");
    }

    /**
     * Creates an empty server and starts it.
     *
     * @param id its number among the servers of the test
     */
    public static MariaDbServer start(Host host, int id) {
        return start(host, id, List.of());
    }

    /**
     * Creates an empty server with TLS and starts it.
     *
     * @param identity its certificate, and the authority of its clients
     */
    public static MariaDbServer startWithTls(Host host, int id, Identity identity) {
        return start(
                host,
                id,
                List.of("--ssl-cert=" + identity.cert(), "--ssl-key=" + identity.key(), "--ssl-ca=" + identity.ca()));
    }

    private static MariaDbServer start(Host host, int id, List<String> more) {
        MariaDbServer server = new MariaDbServer(host);
        List<String> options = new ArrayList<>(List.of("--server-id=" + id, "--log-bin=binlog"));
        options.addAll(more);
        server.start(options);
        server.awaitResult("select 1", "1");
        return server;
    }

    /**
     * Starts a node of a Galera cluster and waits until it has the others' data.
     *
     * @param settings its {@code wsrep_…} variables
     * @param first whether it creates the cluster that the others join
     */
    public static MariaDbServer galera(Host host, List<String> settings, boolean first) {
        MariaDbServer server = new MariaDbServer(host);
        List<String> options = new ArrayList<>(List.of(
                "--wsrep-on=ON", "--wsrep-provider=/usr/lib/galera/libgalera_smm.so", "--innodb-autoinc-lock-mode=2"));
        settings.forEach(setting -> options.add("--" + setting));
        if (first) {
            options.add("--wsrep-new-cluster");
        }
        server.start(options);
        server.awaitResult("show status like 'wsrep_local_state_comment'", "wsrep_local_state_comment\tSynced");
        return server;
    }

    /**
     * Returns the settings of a node of Galera that stays in its cluster while the machine stalls. By default, nodes exclude one that is silent for
     * five seconds, and one without a majority refuses statements.
     */
    public static List<String> patient(List<String> settings) {
        return settings.stream()
                .map(setting -> setting.startsWith("wsrep_provider_options=") ? setting + PATIENT : setting)
                .toList();
    }

    private void start(List<String> options) {
        String data = "--datadir=" + host.directory().resolve("mariadb");
        String temporary = "--tmpdir=" + temporaryFiles();
        host.run(notRoot(List.of(
                        "mariadb-install-db",
                        "--no-defaults",
                        data,
                        temporary,
                        "--auth-root-authentication-method=normal",
                        "--skip-test-db"))
                .toArray(String[]::new));
        List<String> command = new ArrayList<>(List.of(
                "mariadbd",
                "--no-defaults",
                data,
                temporary,
                "--socket=" + socket,
                "--pid-file=" + host.directory().resolve("mariadb.pid"),
                "--bind-address=127.0.0.1",
                "--port=" + PORT,
                "--binlog-format=ROW",
                "--innodb-buffer-pool-size=32M",
                "--innodb-flush-log-at-trx-commit=0"));
        command.addAll(options);
        host.start("mariadb", notRoot(command));
    }

    /**
     * Makes a folder for temporary files. Their names have the process id, which other tests' servers in other namespaces may have as
     * well; in a common folder, servers delete each other's files.
     */
    private Path temporaryFiles() {
        try {
            return Files.createDirectories(host.directory().resolve("mariadb.tmp"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitResult(String sql, String expected) {
        Awaitility.await("mariadb on " + host.name())
                .atMost(START_LIMIT)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .until(() -> query(sql).equals(expected));
    }

    /** Allows any host with the password to replicate from this server. */
    public void allowReplication(String user, String password) {
        query("create user %s identified by '%s'; grant replication slave on *.* to %1$s".formatted(user, password));
    }

    /** Copies and follows the primary at the address from its first transaction on. */
    public void follow(String primaryIp, String user, String password) {
        query("change master to master_host='%s', master_port=%d, master_user='%s', master_password='%s', "
                        .formatted(primaryIp, PORT, user, password)
                + "master_use_gtid=slave_pos; start slave");
    }

    /** Copies and follows the primary of this name, whose certificate must have it, with a certificate of its own. */
    public void followWithTls(String primaryName, String user, String password, Identity own) {
        query("change master to master_ssl=1, master_ssl_verify_server_cert=1, "
                + "master_ssl_ca='%s', master_ssl_cert='%s', master_ssl_key='%s'"
                        .formatted(own.ca(), own.cert(), own.key()));
        follow(primaryName, user, password);
    }

    /** Returns the client's unformatted output: rows in lines, columns separated by tabs. */
    public String query(String sql) {
        return host.run("mariadb", "--no-defaults", "--socket=" + socket, "--user=root", "-N", "-B", "-e", sql)
                .strip();
    }

    private static List<String> notRoot(List<String> command) {
        return Stream.concat(NOT_ROOT.stream(), command.stream()).toList();
    }
}
