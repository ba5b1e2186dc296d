package io.narrows.unpack;

import io.narrows.unpack.recipe.Recipe;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

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

    /** Returns the recipe that made the last piece of a kind; null if there is none. */
    public @Nullable Recipe last(PieceKind kind) {
        PastSearch.Match match = of(kind).last();
        return match == null ? null : match.recipe();
    }

    PastSearch of(PieceKind kind) {
        return Objects.requireNonNull(byKind.get(kind));
    }
}
