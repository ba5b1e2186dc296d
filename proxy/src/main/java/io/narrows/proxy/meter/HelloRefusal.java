package io.narrows.proxy.meter;

/** The reason why either side refused a hello. The names are those of the link protocol's reasons. */
public enum HelloRefusal {
    /** The peer gave no reason. */
    UNKNOWN("unknown"),
    NO_COMMON_VERSION("no-common-version"),
    UNKNOWN_NODE("unknown-node"),
    WRONG_IDENTITY("wrong-identity"),
    UNEXPECTED_NODE("unexpected-node"),
    TOO_MANY_LINKS("too-many-links"),
    DRAINING("draining"),
    MALFORMED("malformed"),
    TLS_REQUIRED("tls-required"),
    PLACE_MISMATCH("place-mismatch"),
    /** The node may become a peer, but has not been asked for its hello yet. It tries again. */
    NOT_YET_KNOWN("not-yet-known"),
    /** Another node with the same id is known. */
    DUPLICATE_NODE("duplicate-node"),
    /** The peer gave a reason that this version does not know. */
    UNRECOGNIZED("unrecognized");

    private final String label;

    HelloRefusal(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
