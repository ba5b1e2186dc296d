package io.narrows.tests.databases;

import java.util.List;

/**
 * Options of the soak.
 *
 * @param databases those to run
 * @param members of each cluster, 3 to 9
 * @param records written in each phase
 * @param rate records per second
 * @param turns how often each database is measured with and without sidecars, at each distance; with 0 only faults are run
 * @param tls whether members speak TLS with each other, which the sidecars end and begin again
 */
record DatabaseOptions(List<Database> databases, int members, int records, int rate, int turns, boolean tls) {
    private static final List<Database> ALL = List.of(
            new Cassandra(), new Kafka("3.9"), new Kafka("4.1"), new NatsCluster(), new RabbitMq(), new ZooKeeper());

    /**
     * Returns the databases that the soak can run.
     *
     * @param tls whether members speak TLS with each other
     */
    static List<Database> all(boolean tls) {
        return ALL.stream()
                .filter(database -> !tls || !database.tlsTargets().isEmpty())
                .toList();
    }

    /** @throws IllegalArgumentException if there is no such database; the message says which there are */
    static Database database(String name, boolean tls) {
        List<Database> all = all(tls);
        return all.stream()
                .filter(database -> database.name().equals(name))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException("no database %s%s (expected: %s)"
                        .formatted(
                                name,
                                tls ? " with TLS between members" : "",
                                String.join(
                                        ", ", all.stream().map(Database::name).toList()))));
    }
}
