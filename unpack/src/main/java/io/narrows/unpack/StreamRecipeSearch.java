package io.narrows.unpack;

import io.narrows.unpack.recipe.Recipe;
import io.narrows.unpack.recipe.StreamRecipe;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The search for the recipe of streamed pieces on one connection: the last one that matched is tried first, others as far as the {@link
 * SearchBudget} goes.
 */
final class StreamRecipeSearch {
    /** Pieces in a row that the last recipe may miss before it counts as any other. */
    private static final int MISSES = 8;

    private final List<StreamRecipe> candidates;
    private final Predicate<Recipe> isUsed;
    private final PastSearch past;
    private final SearchBudget budget;

    /** The recipe of an earlier connection, until it was tried; null if there is none. */
    private @Nullable Recipe inherited;

    private boolean hasFound;
    private int misses;

    /**
     * @param recipes in the order in which to try them
     * @param isUsed whether a recipe may be tried, which may change
     * @param past what connections to the peer share
     */
    StreamRecipeSearch(List<Recipe> recipes, Predicate<Recipe> isUsed, PastSearch past) {
        this.isUsed = isUsed;
        this.past = past;
        this.budget = new SearchBudget(past);
        this.candidates = new ArrayList<>(
                recipes.stream().map(recipe -> (StreamRecipe) recipe).toList());
        inherit();
    }

    /** Begins with an earlier connection's recipe, which may miss once. */
    private void inherit() {
        PastSearch.Match match = past.last();
        if (match != null && match.recipe() instanceof StreamRecipe first && candidates.remove(first)) {
            candidates.add(0, first);
            inherited = first;
            hasFound = true;
            misses = MISSES - 1;
        }
    }

    /** Adds the time for packed bytes. */
    void earn(int packedLength) {
        budget.earn(packedLength);
    }

    /** Returns whether no other piece is to be unpacked. */
    boolean isPaused() {
        return budget.isPaused() && !lastIsTrusted();
    }

    private boolean lastIsTrusted() {
        return hasFound && misses < MISSES;
    }

    /** Returns the recipes in the order in which to try them. */
    List<StreamRecipe> candidates() {
        return candidates.stream().filter(isUsed).toList();
    }

    /** Returns whether to try a recipe. */
    boolean allows(StreamRecipe candidate, int plainLength) {
        return lastIsTrusted() && candidate == candidates.get(0) || budget.allows(candidate.nanos(plainLength));
    }

    /** Accounts for a recipe that does not make the piece, after it compressed some plain bytes. */
    void missed(StreamRecipe candidate, int plainLength) {
        if (candidate == inherited) {
            inherited = null;
            past.missed();
        }
        budget.spend(candidate.nanos(plainLength));
    }

    /** Accounts for a part that was decompressed in vain. */
    void decodedInVain(int plainLength) {
        misses++;
        budget.spend(plainLength);
    }

    /** Has a recipe tried first from now on. */
    void found(StreamRecipe candidate) {
        if (!hasFound || candidate == inherited || candidate != candidates.get(0)) {
            inherited = null;
            past.matched(new PastSearch.Match(candidate, 0, false));
        }
        candidates.remove(candidate);
        candidates.add(0, candidate);
        hasFound = true;
        misses = 0;
    }
}
