package io.narrows.proxy.tls;

import java.nio.file.Path;

/**
 * A reason why a node cannot use a certificate or its key.
 *
 * @param file the file to replace
 * @param detail the fault, and what was expected instead
 */
public record CertificateFault(Path file, Kind kind, String detail) {
    /** The kinds of faults, by their labels in metrics. */
    public enum Kind {
        /** The file cannot be read, or its content is not PEM of the expected type. */
        UNREADABLE("unreadable"),
        /** The private key is not that of the certificate. */
        KEY_MISMATCH("key-mismatch"),
        /** The certificate does not name this node. */
        WRONG_NAME("wrong-name"),
        /** The certificate is not valid for its use: both clients and servers, or signing for limited names. */
        WRONG_USAGE("wrong-usage"),
        NOT_YET_VALID("not-yet-valid"),
        EXPIRED("expired");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    @Override
    public String toString() {
        return file + ": " + detail;
    }
}
