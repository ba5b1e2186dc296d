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
 */
record DatabaseOptions(List<Database> databases, int members, int records, int rate, int turns) {
    static final List<Database> ALL = List.of(
            new Cassandra(), new Kafka("3.9"), new Kafka("4.1"), new NatsCluster(), new RabbitMq(), new ZooKeeper());

    /** @throws IllegalArgumentException if there is no such database; the message says which there are */
    static Database database(String name) {
        return ALL.stream()
                .filter(database -> database.name().equals(name))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException("no database %s (expected: %s)"
                        .formatted(
                                name,
                                String.join(
                                        ", ", ALL.stream().map(Database::name).toList()))));
    }
}
