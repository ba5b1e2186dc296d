package io.narrows.unpack;

import io.narrows.unpack.difference.BestDifferences;
import io.narrows.unpack.recipe.NoWorkspaceMemoryException;
import io.narrows.unpack.recipe.Recipe;
import io.narrows.unpack.recipe.Workspace;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The search for the recipe of pieces of one kind on one connection. The last recipe that matched is tried first, others as
 * far as the {@link SearchBudget} goes. The first piece begins with what matched last on an earlier connection.
 */
final class RecipeSearch {
    /** Pieces in a row that the last recipe may miss before it counts as any other. */
    private static final int MISSES = 8;

    /** Plain bytes after which a recipe that stops early has usually stopped: one block of zstd or deflate. */
    private static final int EARLY = 128 << 10;

    private static final int NANOS_PER_COMPARED_BYTE = 4;

    private final List<Recipe> recipes;
    private final Predicate<Recipe> isUsed;
    private final boolean mayDiffer;
    private final PastSearch past;
    private final SearchBudget budget;
    private boolean isBegun;

    /** Whether the last recipe is that of an earlier connection. */
    private boolean isInherited;

    private @Nullable Recipe last;
    private int lastSettings;
    private boolean lastDiffered;
    private int misses;

    /** Index of the recipe for which no time was left. */
    private int next;

    private @Nullable Recipe found;
    private int foundSettings;
    private boolean lackedMemory;

    /**
     * @param recipes in the order in which to try them
     * @param isUsed whether a recipe may be tried, which may change
     * @param mayDiffer whether a recipe whose output differs a little is worth anything
     */
    RecipeSearch(List<Recipe> recipes, Predicate<Recipe> isUsed, boolean mayDiffer, PastSearch past) {
        this.recipes = recipes;
        this.isUsed = isUsed;
        this.past = past;
        this.budget = new SearchBudget(past);
        this.mayDiffer = mayDiffer;
    }

    /** Returns whether to decompress a piece at all. */
    boolean begin(int packedLength) {
        if (!isBegun) {
            isBegun = true;
            inherit();
        }
        budget.earn(packedLength);
        return !recipes.isEmpty() && (lastIsTrusted() || !budget.isPaused());
    }

    /** Begins with an earlier connection's recipe, which may miss once. */
    private void inherit() {
        PastSearch.Match match = past.last();
        if (match != null && recipes.contains(match.recipe())) {
            isInherited = true;
            last = match.recipe();
            lastSettings = match.settings();
            lastDiffered = match.differed();
            misses = MISSES - 1;
        }
    }

    private boolean lastIsTrusted() {
        return last != null && misses < MISSES && isUsed.test(last);
    }

    /** Accounts for a piece that was decompressed in vain. */
    void decodedInVain(int plainLength) {
        budget.spend(plainLength);
    }

    /**
     * Searches for the recipe of a piece.
     *
     * @param packed its remaining bytes are the piece without its holes
     * @param differences begun with the piece; has the best differences afterwards
     * @return the recipe, or null if none matches
     */
    @Nullable
    Recipe search(ByteBuffer packed, ByteBuffer plain, BestDifferences differences, Workspace workspace) {
        found = null;
        lackedMemory = false;
        Recipe first = last;
        boolean isFirst =
                first != null && lastIsTrusted() && firstMatches(first, packed, plain, differences, workspace);
        boolean differs = isFirst ? lastDiffered : !othersMatch(first, packed, plain, differences, workspace);
        if (isInherited && !isFirst && !lackedMemory) {
            past.missed();
        }
        if (found == null) {
            isInherited = false;
            misses++;
            decodedInVain(plain.remaining());
            return null;
        }
        if (isInherited || found != first || foundSettings != lastSettings) {
            isInherited = false;
            past.matched(new PastSearch.Match(found, foundSettings, differs));
        }
        last = found;
        lastSettings = foundSettings;
        lastDiffered = differs;
        misses = 0;
        return found;
    }

    /** Returns whether a recipe could not be tried in the last search, as there was no memory for it. */
    boolean lackedMemory() {
        return lackedMemory;
    }

    /** Returns the settings of the recipe that was found. */
    int settings() {
        return foundSettings;
    }

    private boolean firstMatches(
            Recipe first, ByteBuffer packed, ByteBuffer plain, BestDifferences differences, Workspace workspace) {
        boolean mayMatch = Arrays.stream(first.settings(packed, plain.remaining(), workspace))
                .anyMatch(settings -> settings == lastSettings);
        return mayMatch
                && (matches(first, lastSettings, packed, plain, differences, workspace)
                        || lastDiffered && found == first);
    }

    /** Tries the recipes, beginning with the one for which no time was left before. */
    private boolean othersMatch(
            @Nullable Recipe tried,
            ByteBuffer packed,
            ByteBuffer plain,
            BestDifferences differences,
            Workspace workspace) {
        int from = next;
        next = 0;
        for (int i = 0; i < recipes.size(); i++) {
            int index = (from + i) % recipes.size();
            Recipe recipe = recipes.get(index);
            if (!isUsed.test(recipe)) {
                continue;
            }
            for (int settings : recipe.settings(packed, plain.remaining(), workspace)) {
                int work = recipe.stopsEarly(settings) ? Math.min(EARLY, plain.remaining()) : plain.remaining();
                boolean isTried = recipe == tried && settings == lastSettings && misses < MISSES;
                if (isTried || recipe.nanos(work) > SearchBudget.MOST) {
                    continue;
                }
                if (!budget.allows(recipe.nanos(work))) {
                    next = index;
                    return false;
                }
                if (matches(recipe, settings, packed, plain, differences, workspace)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns whether the recipe makes the piece bit for bit. */
    private boolean matches(
            Recipe recipe,
            int settings,
            ByteBuffer packed,
            ByteBuffer plain,
            BestDifferences differences,
            Workspace workspace) {
        ByteBuffer output = workspace.output().cleared(recipe.bound(plain.remaining()));
        ByteBuffer rest = plain.duplicate();
        int length;
        try {
            length = recipe.encode(rest, settings, output, mayDiffer ? null : packed, workspace);
        } catch (NoWorkspaceMemoryException e) {
            lackedMemory = true;
            return false;
        }
        if (length == Recipe.STOPPED) {
            budget.spend(recipe.nanos(rest.position() - plain.position()));
            return false;
        }
        output.limit(length);
        boolean isExact = output.equals(packed);
        if (!isExact) {
            budget.spend(recipe.nanos(plain.remaining()) + (long) NANOS_PER_COMPARED_BYTE * packed.remaining());
        }
        if ((isExact || mayDiffer) && differences.improvedBy(output, packed)) {
            found = recipe;
            foundSettings = settings;
        }
        return isExact;
    }
}
