package io.narrows.config;

import java.util.Map;

/** Policy for unencrypted links while certificates are configured. */
public enum TlsMode {
    /** All links are encrypted. */
    STRICT("strict"),
    /** Links to peers that do not support TLS yet are unencrypted, for a rollout of TLS node by node. */
    PERMISSIVE("permissive");

    static final Map<String, TlsMode> BY_LABEL = Ordered.by(TlsMode::label, values());

    private final String label;

    TlsMode(String label) {
        this.label = label;
    }

    /** Returns the name in configuration files. */
    public String label() {
        return label;
    }
}
