package io.narrows.config;

import java.util.Map;

/** Handling of links whose peer announces a place other than its configured one. */
public enum PlaceMode {
    /** Accepts the link, uses the configured place, and reports the difference. */
    WARN("warn"),
    /** Refuses the link. */
    STRICT("strict");

    static final Map<String, PlaceMode> BY_LABEL = Ordered.by(PlaceMode::label, values());

    private final String label;

    PlaceMode(String label) {
        this.label = label;
    }

    /** Returns the name in configuration files. */
    public String label() {
        return label;
    }
}
