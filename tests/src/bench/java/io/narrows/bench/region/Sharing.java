package io.narrows.bench.region;

/** Ways to code what a leader sends to two followers of one region. */
enum Sharing {
    /** A context for each follower. */
    NONE("separate"),

    /** One context for both. Each sidecar passes the frames that it receives on to the other, and decodes all of them in order. */
    ONE("one context"),

    /** One link to the first follower's sidecar, which decodes everything and passes on what is for the second. */
    RELAY("relay"),

    /** A context for each follower, which learns at once what the other was sent. */
    EACH("each learns"),

    /** A context for each follower; that of the second learns at once what the first was sent. */
    SECOND("second learns"),

    /** A context for each follower, which learns what the other was sent once the region has confirmed that both have it. */
    CONFIRMED("confirmed");

    private final String label;

    Sharing(String label) {
        this.label = label;
    }

    /** Returns the name in tables. */
    String label() {
        return label;
    }

    /** Returns whether frames to both followers are of one context. */
    boolean isOneContext() {
        return this == ONE || this == RELAY;
    }

    /** Returns whether a follower can decode a frame only with the frames that were sent to the other one before. */
    boolean needsOther(int follower) {
        return this == ONE || this == EACH || this == SECOND && follower == 1;
    }
}
