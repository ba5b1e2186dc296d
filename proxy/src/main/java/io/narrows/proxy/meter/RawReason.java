package io.narrows.proxy.meter;

/** The reason why a frame was sent raw. */
public enum RawReason {
    /** The matching rule says {@code none}. */
    POLICY("policy"),
    /** No rule of the policy matched. */
    NO_RULE("no-rule"),
    /** The application encrypts its traffic itself, and no rule names that class. */
    ENCRYPTED("encrypted"),
    /** Smaller than the rule's {@code min-size}. */
    TOO_SMALL("too-small"),
    /** A codec without history, such as snappy, made the frame larger. */
    NO_GAIN("no-gain"),
    /** The stream has been incompressible recently. */
    INCOMPRESSIBLE("incompressible"),
    /** The codec has made the stream's short frames larger recently. */
    GROWS("grows"),
    /** The application has mostly sent gRPC messages recently that it has compressed itself. */
    GRPC_COMPRESSED("grpc-compressed"),
    /** This process or the peer has neither the codec nor a replacement. */
    NO_COMMON_CODEC("no-common-codec"),
    /** The memory for contexts is exhausted. */
    MEMORY("memory"),
    /** The peer has not granted a context: it is short of memory, or has not answered yet. */
    NO_GRANT("no-grant"),
    /** Sent without a link, since the peer's sidecar could not be reached and the configuration says what to do then. */
    NO_SIDECAR("no-sidecar"),
    /** Sent without a link, because the sidecar is in a dry run. */
    DRY_RUN("dry-run");

    private final String label;

    RawReason(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
