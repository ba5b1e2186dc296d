package io.narrows.config;

import java.util.Map;

/** How the kernel hands connections to a transparent capture. */
public enum Interception {
    /** Their destination is rewritten to the capture's address ({@code redirect}). For processes of this host. */
    REDIRECT("redirect"),
    /** They keep their destination ({@code tproxy}). For traffic that is routed through this host, such as a pod's. */
    TPROXY("tproxy");

    static final Map<String, Interception> BY_LABEL = Ordered.by(Interception::label, values());

    private final String label;

    Interception(String label) {
        this.label = label;
    }

    /** Returns the word in files and messages. */
    public String label() {
        return label;
    }
}
