package io.narrows.bench;

import io.narrows.tests.support.BilledPair;
import io.narrows.tests.support.EtcdNode;
import io.narrows.tests.support.PostgresServer;
import io.narrows.tests.support.WriteLoad;
import java.time.Duration;
import java.util.List;

/** A pair of databases, one on each node, that replicate at their own pace. */
enum BilledDatabase {
    /** Two members, with eight clients that write JSON objects. */
    ETCD(EtcdNode.PEER_PORT) {
        @Override
        Runnable start(BilledPair pair) {
            pair.nearHost().resolve("near", "127.0.0.1");
            pair.nearHost().resolve("far", BilledPair.DATABASE_AT_FAR);
            pair.farHost().resolve("far", "127.0.0.1");
            pair.farHost().resolve("near", BilledPair.DATABASE_AT_NEAR);
            List<EtcdNode> members = List.of(
                    EtcdNode.start(pair.nearHost(), List.of("near", "far")),
                    EtcdNode.start(pair.farHost(), List.of("near", "far")));
            members.forEach(member -> member.awaitHealthy(LIMIT));
            return () -> WriteLoad.start(20_000, members).join(LIMIT);
        }
    },
    /** A primary under pgbench load at the far node, and its standby at the near one. */
    POSTGRESQL(PostgresServer.PORT) {
        @Override
        Runnable start(BilledPair pair) {
            PostgresServer primary = PostgresServer.primary(pair.farHost());
            primary.pgbench("--initialize", "--scale=2", "--quiet");
            PostgresServer.standby(
                    pair.nearHost(),
                    "primary_conninfo = 'host=%s port=%d user=postgres sslmode=disable gssencmode=disable'"
                            .formatted(BilledPair.DATABASE_AT_FAR, PostgresServer.PORT));
            return () -> primary.pgbench("--client=4", "--time=30", "--rate=200", "--protocol=prepared");
        }
    };

    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final int port;

    BilledDatabase(int port) {
        this.port = port;
    }

    /** Returns the port of the database on each node. */
    int port() {
        return port;
    }

    /** Starts the databases and returns a load that ends on its own. */
    abstract Runnable start(BilledPair pair);
}
