package io.narrows.config;

import java.util.Map;

/** Whether links may be in the clear while certificates are configured. */
public enum TlsMode {
    /** All links are encrypted. */
    STRICT("strict"),
    /** Links to peers that do not speak TLS yet are in the clear, while TLS is switched on node by node. */
    PERMISSIVE("permissive");

    static final Map<String, TlsMode> BY_LABEL = Ordered.by(TlsMode::label, values());

    private final String label;

    TlsMode(String label) {
        this.label = label;
    }

    /** The word in the file. */
    public String label() {
        return label;
    }
}
