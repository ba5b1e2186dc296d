package io.narrows.tests.support;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** A MariaDB server on its host's loopback, with a binary log. */
public final class MariaDbServer {
    public static final int PORT = 3306;
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final Host host;
    private final Path socket;

    private MariaDbServer(Host host) {
        this.host = host;
        this.socket = host.directory().resolve("mariadb.sock");
    }

    /**
     * Creates an empty one and starts it.
     *
     * @param id its number among the servers of the test
     */
    public static MariaDbServer start(Host host, int id) {
        MariaDbServer server = new MariaDbServer(host);
        String data = "--datadir=" + host.directory().resolve("mariadb");
        host.run("mariadb-install-db", "--no-defaults", data, "--user=root", "--skip-test-db");
        host.start(
                "mariadb",
                List.of(
                        "mariadbd",
                        "--no-defaults",
                        data,
                        "--user=root",
                        "--socket=" + server.socket,
                        "--pid-file=" + host.directory().resolve("mariadb.pid"),
                        "--bind-address=127.0.0.1",
                        "--port=" + PORT,
                        "--server-id=" + id,
                        "--log-bin=binlog",
                        "--binlog-format=ROW",
                        "--innodb-buffer-pool-size=32M",
                        "--innodb-flush-log-at-trx-commit=0"));
        Awaitility.await("mariadb on " + host.name())
                .atMost(START_LIMIT)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .until(() -> server.query("select 1").equals("1"));
        return server;
    }

    /** Lets anybody with the password follow this server. */
    public void allowReplication(String user, String password) {
        query("create user %s identified by '%s'; grant replication slave on *.* to %1$s".formatted(user, password));
    }

    /** Copies and follows the primary at the address from its first transaction on. */
    public void follow(String primaryIp, String user, String password) {
        query("change master to master_host='%s', master_port=%d, master_user='%s', master_password='%s', "
                        .formatted(primaryIp, PORT, user, password)
                + "master_use_gtid=slave_pos; start slave");
    }

    /** The result as the client prints it bare: rows in lines, columns parted by tabs. */
    public String query(String sql) {
        return host.run("mariadb", "--no-defaults", "--socket=" + socket, "--user=root", "-N", "-B", "-e", sql)
                .strip();
    }
}
