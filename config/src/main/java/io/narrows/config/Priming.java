package io.narrows.config;

import java.util.Map;

/** The connections whose contexts of dense begin from states that earlier connections left. */
public enum Priming {
    /** Contexts begin empty. */
    NONE("none"),
    /** Those of connections without TLS. */
    PLAIN("plain"),
    /** Those of all connections, also if the sidecars end their TLS, or if they are of the class encrypted. */
    ALL("all");

    static final Map<String, Priming> BY_LABEL = Ordered.by(Priming::label, values());

    private final String label;

    Priming(String label) {
        this.label = label;
    }

    /** Returns the word in files and messages. */
    public String label() {
        return label;
    }

    /**
     * Returns whether contexts of a connection begin from states, and leave their own.
     *
     * @param tls whether the sidecars end the connection's TLS
     */
    public boolean allows(TrafficClass trafficClass, boolean tls) {
        return switch (this) {
            case NONE -> false;
            case PLAIN -> !tls && !trafficClass.equals(TrafficClass.ENCRYPTED);
            case ALL -> true;
        };
    }
}
