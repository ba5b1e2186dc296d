package io.narrows.config;

import java.util.Map;

/** A protocol whose connections begin in plain text and turn to TLS. */
public enum StartTls {
    /** PostgreSQL: SSLRequest, or TLS from the first byte (from version 17 on). */
    POSTGRESQL("postgresql"),
    /** MySQL and MariaDB: the server's greeting, and a request for TLS with CLIENT_SSL. */
    MYSQL("mysql"),
    /** NATS, clients and leaf nodes: the server's INFO. */
    NATS("nats");

    static final Map<String, StartTls> BY_LABEL = Ordered.by(StartTls::label, values());

    private final String label;

    StartTls(String label) {
        this.label = label;
    }

    /** Returns the name in configuration files. */
    public String label() {
        return label;
    }
}
