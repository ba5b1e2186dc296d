package io.narrows.middleware.meter;

/** Why a message was sent as it is. Those that a sidecar knows too have its labels. */
public enum RawReason {
    /** The matching rule says {@code none}. */
    POLICY("policy"),
    /** No rule of the policy matched. */
    NO_RULE("no-rule"),
    /** Smaller than {@code grpc.min-size} and the rule's {@code min-size}. */
    TOO_SMALL("too-small"),
    /** Messages of the method have not shrunk lately. */
    INCOMPRESSIBLE("incompressible"),
    /** This process or the peer does not take the codec that the rule asks for. */
    NO_COMMON_CODEC("no-common-codec"),
    /** The peer has not said yet what it takes. */
    NOT_LEARNT("not-learnt"),
    /** Nothing tells where the peer is. */
    UNKNOWN_PEER("unknown-peer"),
    /** The application has chosen the call's compression itself, or has switched it off for the message. */
    APPLICATION("application");

    private final String label;

    RawReason(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
