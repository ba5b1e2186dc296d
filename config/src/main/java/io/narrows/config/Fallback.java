package io.narrows.config;

import java.util.Map;

/** The treatment of a captured connection if the peer's sidecar cannot be reached. */
public enum Fallback {
    /** The connection fails. */
    NONE("none"),
    /** The connection goes to the peer's database without a link: not compressed and not encrypted by Narrows. */
    PLAIN("plain");

    static final Map<String, Fallback> BY_LABEL = Ordered.by(Fallback::label, values());

    private final String label;

    Fallback(String label) {
        this.label = label;
    }

    /** Returns the word in files and messages. */
    public String label() {
        return label;
    }
}
