package io.narrows.config;

import java.util.Map;

/** The process in which the bundled store runs. */
public enum StoreProcess {
    /** The process of the sidecar: {@code narrows run} starts both. */
    SHARED("shared"),
    /** A separate process: {@code narrows run} starts the sidecar only, {@code narrows node} the store. */
    OWN("own");

    static final Map<String, StoreProcess> BY_LABEL = Ordered.by(StoreProcess::label, values());

    private final String label;

    StoreProcess(String label) {
        this.label = label;
    }

    /** Returns the name in configuration files. */
    public String label() {
        return label;
    }
}
