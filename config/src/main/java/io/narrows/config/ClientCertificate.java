package io.narrows.config;

import java.util.Map;

/** Whether the database that connects to a capture with TLS must show a certificate. */
public enum ClientCertificate {
    /** A certificate that one of the authorities in {@code ca} has signed. */
    REQUIRED("required"),
    /** No certificate: any process that reaches the capture may use it. */
    NONE("none");

    static final Map<String, ClientCertificate> BY_LABEL = Ordered.by(ClientCertificate::label, values());

    private final String label;

    ClientCertificate(String label) {
        this.label = label;
    }

    /** Returns the name in configuration files. */
    public String label() {
        return label;
    }
}
