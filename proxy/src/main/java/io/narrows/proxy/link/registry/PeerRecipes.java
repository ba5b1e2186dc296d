package io.narrows.proxy.link.registry;

import io.narrows.config.PeerId;
import io.narrows.unpack.PastSearches;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Recipes;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The recipes of links, with what links to the same peer share. Safe for use by many threads. */
public final class PeerRecipes {
    private final Supplier<Recipes> recipes;
    private final EncoderRefusals refusals;
    private final LongSupplier nanoClock;
    private final Map<PeerId, PastSearches> searches = new ConcurrentHashMap<>();

    /**
     * @param recipes returns those of this process
     * @param nanoClock a monotonic clock in nanoseconds
     */
    public PeerRecipes(Supplier<Recipes> recipes, EncoderRefusals refusals, LongSupplier nanoClock) {
        this.recipes = recipes;
        this.refusals = refusals;
        this.nanoClock = nanoClock;
    }

    /** Returns the encoders of this process, as they are offered to peers. */
    public List<String> encoders() {
        return recipes.get().encoders();
    }

    /**
     * Returns the recipes of a link.
     *
     * @param encoders those that both ends offered
     */
    public AgreedRecipes agreed(PeerId peer, List<String> encoders) {
        return recipes.get()
                .agreed(encoders)
                .usedWhile(encoder -> refusals.accepts(peer, encoder))
                .after(searches.computeIfAbsent(peer, added -> new PastSearches(nanoClock)));
    }

    /** Removes the experience with a peer that is gone for good. */
    public void forget(PeerId peer) {
        searches.remove(peer);
    }
}
