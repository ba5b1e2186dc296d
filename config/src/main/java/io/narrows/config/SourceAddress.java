package io.narrows.config;

import java.util.Map;

/** The address from which a sidecar connects to its database on behalf of a peer. */
public enum SourceAddress {
    /** The address that this node's configuration has for the peer: the database sees its peer. */
    KEEP("keep"),
    /** An address of this host: the database sees the sidecar. */
    OWN("own");

    static final Map<String, SourceAddress> BY_LABEL = Ordered.by(SourceAddress::label, values());

    private final String label;

    SourceAddress(String label) {
        this.label = label;
    }

    /** Returns the word in files, metrics and messages. */
    public String label() {
        return label;
    }
}
