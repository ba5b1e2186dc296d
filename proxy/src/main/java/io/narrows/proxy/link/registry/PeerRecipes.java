package io.narrows.proxy.link.registry;

import io.narrows.config.PeerId;
import io.narrows.unpack.PastSearches;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.narrows.unpack.recipe.Recipes;
import io.narrows.unpack.recipe.Workspaces;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The recipes of links, with what links to the same peer share. Safe for use by many threads. */
public final class PeerRecipes {
    /** Idle time after which a workspace is closed: that of contexts. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Supplier<Recipes> recipes;
    private final EncoderRefusals refusals;
    private final Workspaces workspaces;
    private final LongSupplier nanoClock;
    private final GrantedEncoders grantedEncoders = new GrantedEncoders();
    private final Map<PeerId, PastSearches> searches = new ConcurrentHashMap<>();
    private volatile OfferedEncoders encoders = OfferedEncoders.of(List.of());

    /**
     * @param recipes returns those of this process
     * @param workspaces those in which links unpack and rebuild
     * @param nanoClock a monotonic clock in nanoseconds
     */
    public PeerRecipes(
            Supplier<Recipes> recipes, EncoderRefusals refusals, Workspaces workspaces, LongSupplier nanoClock) {
        this.recipes = recipes;
        this.refusals = refusals;
        this.workspaces = workspaces;
        this.nanoClock = nanoClock;
    }

    /** Returns the encoders of this process, as they are offered to peers. */
    public OfferedEncoders encoders() {
        List<String> present = recipes.get().encoders();
        OfferedEncoders known = encoders;
        if (!known.entries().equals(present)) {
            known = OfferedEncoders.of(present);
            encoders = known;
        }
        return known;
    }

    /** Returns the memory of encoders that peers may have kept here. */
    public GrantedEncoders grantedEncoders() {
        return grantedEncoders;
    }

    /**
     * Returns the recipes of a link.
     *
     * @param encoders those that both ends offered
     */
    public AgreedRecipes agreed(PeerId peer, List<String> encoders) {
        return recipes.get()
                .agreed(encoders)
                .in(workspaces)
                .usedWhile(encoder -> refusals.accepts(peer, encoder))
                .after(searches.computeIfAbsent(peer, added -> new PastSearches(nanoClock)));
    }

    /** Closes workspaces that have not been used for a minute. */
    public void closeIdle() {
        workspaces.closeIdleFor(IDLE_NANOS);
    }

    /** Frees the native memory of idle workspaces, and later of those in use. */
    public void close() {
        workspaces.close();
    }

    /** Removes the experience with a peer that is gone for good. */
    public void forget(PeerId peer) {
        searches.remove(peer);
    }
}
