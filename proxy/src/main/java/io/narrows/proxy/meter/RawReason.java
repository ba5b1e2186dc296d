package io.narrows.proxy.meter;

/** Why a frame went as it was. */
public enum RawReason {
    /** The matching rule says {@code none}. */
    POLICY("policy"),
    /** No rule of the policy matched. */
    NO_RULE("no-rule"),
    /** The application encrypts it itself, and no rule names that class. */
    ENCRYPTED("encrypted"),
    /** Smaller than the rule's {@code min-size}. */
    TOO_SMALL("too-small"),
    /** A codec without history, which is snappy, made the frame larger. */
    NO_GAIN("no-gain"),
    /** The stream has not been compressible lately. */
    INCOMPRESSIBLE("incompressible"),
    /** The codec has made the stream's short frames larger lately. */
    GROWS("grows"),
    /** Most of what the application sends lately is gRPC messages that it has compressed itself. */
    GRPC_COMPRESSED("grpc-compressed"),
    /** This process or the peer has neither the codec nor one that stands in for it. */
    NO_COMMON_CODEC("no-common-codec"),
    /** The budget for contexts is used up. */
    MEMORY("memory"),
    /** The peer has not granted a context: it is short of memory, or has not answered yet. */
    NO_GRANT("no-grant");

    private final String label;

    RawReason(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
