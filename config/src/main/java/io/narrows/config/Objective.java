package io.narrows.config;

import java.util.Map;

/** The quantity that {@code codec: auto} minimizes. */
public enum Objective {
    /** The price of the bytes on the wire and of the processor time of this node's codec. */
    DOLLARS("dollars"),
    /** The number of bytes on the wire. */
    BYTES("bytes"),
    /** The time to encode, and to send while the connection to the peer is backed up. */
    LATENCY("latency");

    static final Map<String, Objective> BY_LABEL = Ordered.by(Objective::label, values());

    private final String label;

    Objective(String label) {
        this.label = label;
    }

    /** Returns the word in files and messages. */
    public String label() {
        return label;
    }
}
