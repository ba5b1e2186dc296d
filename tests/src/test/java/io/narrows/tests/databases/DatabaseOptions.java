package io.narrows.tests.databases;

import java.util.Arrays;
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
    private static final List<Database> ALL = List.of(
            new Cassandra(), new Kafka("3.9"), new Kafka("4.1"), new NatsCluster(), new RabbitMq(), new ZooKeeper());
    private static final int MEMBERS = 3;
    private static final int RECORDS = 16_000;
    private static final int RATE = 400;

    /** Parses {@code --only zookeeper,nats --members 3 --records 16000 --rate 400 --turns 1}, all optional. */
    static DatabaseOptions parse(String... args) {
        DatabaseOptions options = new DatabaseOptions(ALL, MEMBERS, RECORDS, RATE, 1);
        if (args.length % 2 != 0) {
            throw new IllegalArgumentException("no value for " + args[args.length - 1]);
        }
        for (int i = 0; i < args.length; i += 2) {
            options = options.with(args[i], args[i + 1]);
        }
        return options;
    }

    private DatabaseOptions with(String option, String value) {
        return switch (option) {
            case "--only" -> new DatabaseOptions(databases(value), members, records, rate, turns);
            case "--members" -> new DatabaseOptions(databases, members(value), records, rate, turns);
            case "--records" -> new DatabaseOptions(databases, members, Integer.parseInt(value), rate, turns);
            case "--rate" -> new DatabaseOptions(databases, members, records, Integer.parseInt(value), turns);
            case "--turns" -> new DatabaseOptions(databases, members, records, rate, Integer.parseInt(value));
            default ->
                throw new IllegalArgumentException(
                        "unknown option " + option + " (expected: --only, --members, --records, --rate or --turns)");
        };
    }

    private static int members(String value) {
        int members = Integer.parseInt(value);
        if (members < 3 || members > 9) {
            throw new IllegalArgumentException("--members " + members + " (expected: 3 to 9)");
        }
        return members;
    }

    private static List<Database> databases(String names) {
        return Arrays.stream(names.split(",")).map(DatabaseOptions::database).toList();
    }

    private static Database database(String name) {
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
