package io.narrows.bench.region;

/**
 * A way to code the traffic of a region.
 *
 * @param name in tables
 * @param pairHistory whether contexts also learn what the other side sent on other connections, as with {@code shared-history: true}
 * @param confirmNanos time from sending a frame to the confirmation that both followers have it; only for {@link Sharing#CONFIRMED}
 */
record Variant(String name, Sharing sharing, boolean pairHistory, long confirmNanos) {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** The part of that time which the link between the followers' sidecars takes. */
    private static final long NEIGHBOR_NANOS = 850_000;

    static Variant of(Sharing sharing) {
        return new Variant(sharing.label(), sharing, false, 0);
    }

    static Variant withPairHistory(Sharing sharing) {
        return new Variant(sharing.label() + ", pair's history", sharing, true, 0);
    }

    static Variant confirmed(int roundTripMillis) {
        return new Variant(
                "%s after %d ms".formatted(Sharing.CONFIRMED.label(), roundTripMillis),
                Sharing.CONFIRMED,
                false,
                roundTripMillis * NANOS_PER_MILLI + NEIGHBOR_NANOS);
    }
}
