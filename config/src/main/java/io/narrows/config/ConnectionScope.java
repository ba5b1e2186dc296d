package io.narrows.config;

import java.util.Map;

/** The connections whose content a rule's key may reuse for others: none, those without TLS, or all. */
public enum ConnectionScope {
    /** No connections. */
    NONE("none"),
    /** Those without TLS. */
    PLAIN("plain"),
    /** All connections, also if the sidecars end their TLS, or if they are of the class encrypted. */
    ALL("all");

    static final Map<String, ConnectionScope> BY_LABEL = Ordered.by(ConnectionScope::label, values());

    private final String label;

    ConnectionScope(String label) {
        this.label = label;
    }

    /** Returns the word in files and messages. */
    public String label() {
        return label;
    }

    /**
     * Returns whether a connection is one of them.
     *
     * @param tls whether the sidecars end the connection's TLS
     */
    public boolean includes(TrafficClass trafficClass, boolean tls) {
        return switch (this) {
            case NONE -> false;
            case PLAIN -> !tls && !trafficClass.equals(TrafficClass.ENCRYPTED);
            case ALL -> true;
        };
    }
}
