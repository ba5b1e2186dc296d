package io.narrows.cli.adopt;

import static io.narrows.cli.adopt.PortUse.BOTH;
import static io.narrows.cli.adopt.PortUse.CLIENTS;
import static io.narrows.cli.adopt.PortUse.PEERS;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The recognized databases: their programs, and the ports that they use unless they are configured otherwise. */
enum Database {
    ETCD("etcd", List.of("etcd"), Map.of(2380, PEERS, 2379, CLIENTS)),
    POSTGRESQL("PostgreSQL", List.of("postgres"), Map.of(5432, BOTH)),
    /** With Galera: replication, incremental and full state transfers. */
    MARIADB(
            "MariaDB or MySQL",
            List.of("mariadbd", "mysqld"),
            Map.of(4567, PEERS, 4568, PEERS, 4444, PEERS, 3306, BOTH)),
    REDIS("Redis", List.of("redis-server", "valkey-server"), Map.of(6379, BOTH, 16379, PEERS)),
    KAFKA("Kafka", List.of("kafka.Kafka"), Map.of(9092, BOTH, 9093, BOTH)),
    CASSANDRA(
            "Cassandra or ScyllaDB",
            List.of("CassandraDaemon", "scylla"),
            Map.of(7000, PEERS, 7001, PEERS, 9042, CLIENTS)),
    ZOOKEEPER(
            "ZooKeeper",
            List.of("QuorumPeerMain", "ZooKeeperServerMain"),
            Map.of(2888, PEERS, 3888, PEERS, 2181, CLIENTS)),
    NATS("NATS", List.of("nats-server"), Map.of(6222, PEERS, 4222, CLIENTS)),
    RABBITMQ("RabbitMQ", List.of("beam.smp"), Map.of(25672, PEERS, 5672, CLIENTS)),
    MONGODB("MongoDB", List.of("mongod"), Map.of(27017, BOTH)),
    ELASTICSEARCH(
            "Elasticsearch or OpenSearch",
            List.of("Elasticsearch", "org.elasticsearch.server", "OpenSearch"),
            Map.of(9300, PEERS, 9200, CLIENTS)),
    COCKROACHDB("CockroachDB", List.of("cockroach"), Map.of(26257, BOTH)),
    YUGABYTEDB("YugabyteDB", List.of("yb-master", "yb-tserver"), Map.of(7100, PEERS, 9100, PEERS, 5433, CLIENTS)),
    TIKV("TiKV", List.of("tikv-server"), Map.of(20160, BOTH));

    /** Ports that well-known programs of other kinds have too, such as Prometheus' exporters. */
    private static final Set<Integer> AMBIGUOUS = Set.of(5433, 7100, 9093, 9100);

    private static final int GALERA = 4567;
    private static final List<Integer> STATE_TRANSFERS = List.of(4444, 4568);
    private static final Pattern TITLED = Pattern.compile("postgres: .*");
    private static final Pattern REPLICATION = Pattern.compile("postgres: ([^ ]+: )?(walsender|walreceiver) .*");

    private final String title;
    private final List<String> programs;
    private final Map<Integer, PortUse> ports;

    Database(String title, List<String> programs, Map<Integer, PortUse> ports) {
        this.title = title;
        this.programs = programs;
        this.ports = ports;
    }

    /** Returns its name for people. */
    String title() {
        return title;
    }

    /** Returns who connects to a port of it. A port that it does not have by default may be for either. */
    PortUse use(int port) {
        return ports.getOrDefault(port, BOTH);
    }

    /** Returns whether it has the port by default. */
    boolean hasPort(int port) {
        return ports.containsKey(port);
    }

    /** Returns the ports that peers with a connection to a port use only at times: Galera's for state transfers. */
    static List<Integer> occasionalPorts(int port) {
        return port == GALERA ? STATE_TRANSFERS : List.of();
    }

    /** Returns the database of a program. */
    static Optional<Database> of(Program program) {
        return Arrays.stream(values())
                .filter(database -> database.programs.stream().anyMatch(program::isCalled))
                .findFirst();
    }

    /** Returns the database that has a port by default; empty if the port does not tell. */
    static Optional<Database> of(int port) {
        return Arrays.stream(values())
                .filter(database -> database.hasPort(port) && !AMBIGUOUS.contains(port))
                .findFirst();
    }

    /**
     * Returns who made a connection, if the title of the process at this end shows it. PostgreSQL's processes have one: {@code
     * postgres: walsender …} and {@code postgres: walreceiver …} for replication, {@code postgres: USER DATABASE …} where a
     * client is connected. The name of the cluster may come first, as in {@code postgres: 15/main: walsender …}.
     */
    static Optional<PortUse> shownBy(Program program, boolean inbound) {
        if (of(program).filter(POSTGRESQL::equals).isEmpty() || !program.isTitled(TITLED)) {
            return Optional.empty();
        }
        if (program.isTitled(REPLICATION)) {
            return Optional.of(PEERS);
        }
        return inbound ? Optional.of(CLIENTS) : Optional.empty();
    }

    /** Returns the names of all programs. */
    static Stream<String> allPrograms() {
        return Arrays.stream(values()).flatMap(database -> database.programs.stream());
    }

    /** Returns the default ports that other nodes connect to. */
    static Stream<Integer> allPeerPorts() {
        return Arrays.stream(values())
                .flatMap(database -> database.ports.entrySet().stream())
                .filter(port -> port.getValue() != CLIENTS)
                .map(Map.Entry::getKey)
                .filter(port -> !AMBIGUOUS.contains(port))
                .sorted();
    }
}
