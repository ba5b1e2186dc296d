package io.narrows.config;

import java.util.Map;

/** Whose process the bundled store runs in. */
public enum StoreProcess {
    /** The sidecar's: {@code narrows run} starts both. */
    SHARED("shared"),
    /** One of its own: {@code narrows run} starts the sidecar only, {@code narrows node} the store. */
    OWN("own");

    static final Map<String, StoreProcess> BY_LABEL = Ordered.by(StoreProcess::label, values());

    private final String label;

    StoreProcess(String label) {
        this.label = label;
    }

    /** The name in files. */
    public String label() {
        return label;
    }
}
