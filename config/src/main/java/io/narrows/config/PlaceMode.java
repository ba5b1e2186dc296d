package io.narrows.config;

import java.util.Map;

/** What becomes of a link whose peer announces another place than the configuration has for it. */
public enum PlaceMode {
    /** The link is taken, the configured place counts, and the difference is reported. */
    WARN("warn"),
    /** The link is refused. */
    STRICT("strict");

    static final Map<String, PlaceMode> BY_LABEL = Ordered.by(PlaceMode::label, values());

    private final String label;

    PlaceMode(String label) {
        this.label = label;
    }

    /** The name in files. */
    public String label() {
        return label;
    }
}
