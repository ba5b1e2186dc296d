package io.narrows.middleware.meter;

/** The reasons why a message was not compressed. Reasons shared with the sidecar have its labels. */
public enum RawReason {
    /** The matching rule says {@code none}. */
    POLICY("policy"),
    /** No rule of the policy matched. */
    NO_RULE("no-rule"),
    /** The message is smaller than {@code grpc.min-size} and the rule's {@code min-size}. */
    TOO_SMALL("too-small"),
    /** The method's recent messages did not shrink. */
    INCOMPRESSIBLE("incompressible"),
    /** This process or the peer does not support the rule's codec. */
    NO_COMMON_CODEC("no-common-codec"),
    /** The peer has not announced its accepted encodings yet. */
    NOT_LEARNT("not-learnt"),
    /** The peer's location is unknown. */
    UNKNOWN_PEER("unknown-peer"),
    /** The application chose the call's compression itself, or disabled it for the message. */
    APPLICATION("application");

    private final String label;

    RawReason(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
