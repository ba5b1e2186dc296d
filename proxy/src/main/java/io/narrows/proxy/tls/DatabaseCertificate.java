package io.narrows.proxy.tls;

/** The roles of certificates in TLS with databases, by their labels in metrics. */
public enum DatabaseCertificate {
    /** The chains that captures show to the databases on this node. */
    CAPTURE("capture"),
    /** The authorities that sign the chains of captures with {@code mint}. */
    CAPTURE_MINT("capture-mint"),
    /** The authorities of the databases that connect to captures. */
    CAPTURE_AUTHORITY("capture-authority"),
    /** The chains with which this sidecar connects to its targets. */
    TARGET("target"),
    /** The authorities of the targets. */
    TARGET_AUTHORITY("target-authority");

    private final String label;

    DatabaseCertificate(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
