package io.narrows.unpack;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * The experience of earlier connections to a peer with the search for recipes, from which later ones begin. Safe for use by many threads.
 */
public final class PastSearches {
    private final Map<PieceKind, PastSearch> byKind = new EnumMap<>(PieceKind.class);

    /** @param nanoClock a monotonic clock in nanoseconds */
    public PastSearches(LongSupplier nanoClock) {
        for (PieceKind kind : PieceKind.values()) {
            byKind.put(kind, new PastSearch(nanoClock));
        }
    }

    PastSearch of(PieceKind kind) {
        return Objects.requireNonNull(byKind.get(kind));
    }
}
