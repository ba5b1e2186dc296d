package io.narrows.cli.generate.database;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The databases, by their names in cluster files. */
public enum DatabaseKind {
    CASSANDRA("cassandra", new Cassandra()),
    ETCD("etcd", new Etcd()),
    KAFKA("kafka", new Kafka()),
    NATS("nats", new Nats()),
    RABBITMQ("rabbitmq", new RabbitMq()),
    ZOOKEEPER("zookeeper", new ZooKeeper());

    /** The port of links between sidecars. */
    public static final String LINK = "link";

    /** The sidecar's admin port. */
    public static final String ADMIN = "admin";

    private static final int LINK_PORT = 15000;
    private static final int ADMIN_PORT = 9901;

    private final String label;
    private final Database database;

    DatabaseKind(String label, Database database) {
        this.label = label;
        this.database = database;
    }

    public Database database() {
        return database;
    }

    /** Returns the default ports of the database and its sidecar. */
    public Map<String, Integer> ports() {
        Map<String, Integer> ports = new LinkedHashMap<>();
        database.ports().forEach(port -> ports.put(port.name(), port.number()));
        ports.put(LINK, LINK_PORT);
        ports.put(ADMIN, ADMIN_PORT);
        return Collections.unmodifiableMap(ports);
    }

    /** Returns all kinds by their names. */
    public static Map<String, DatabaseKind> byLabel() {
        Map<String, DatabaseKind> kinds = new LinkedHashMap<>();
        for (DatabaseKind kind : values()) {
            kinds.put(kind.label, kind);
        }
        return kinds;
    }

    /** Returns its name in cluster files. */
    @Override
    public String toString() {
        return label;
    }
}
