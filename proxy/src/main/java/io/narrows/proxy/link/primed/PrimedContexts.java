package io.narrows.proxy.link.primed;

import io.narrows.config.Config;
import io.narrows.config.ConnectionScope;
import io.narrows.config.PeerId;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The states of contexts that a sidecar keeps for later links, separate for each peer. Safe for use by many threads. */
public final class PrimedContexts {
    private final LiveConfig live;
    private final MemoryLedger memory;
    private final Executor workers;
    private final LongSupplier nanoClock;
    private final Map<PeerId, PeerStates> peers = new ConcurrentHashMap<>();

    /**
     * @param memory the ledger that kept states are charged to
     * @param workers compute the hashes of states
     */
    public PrimedContexts(LiveConfig live, MemoryLedger memory, Executor workers, LongSupplier nanoClock) {
        this.live = live;
        this.memory = memory;
        this.workers = workers;
        this.nanoClock = nanoClock;
    }

    /** Begins the part of a new link; null if no rule of the configuration in force primes contexts. */
    public @Nullable LinkStates link(PeerId peer) {
        return isWanted(live.current()) ? new LinkStates(of(peer), workers, nanoClock) : null;
    }

    private static boolean isWanted(Config config) {
        return config.policy().rules().stream()
                .anyMatch(rule -> rule.compression().priming() != ConnectionScope.NONE);
    }

    private PeerStates of(PeerId peer) {
        return peers.computeIfAbsent(peer, added -> new PeerStates(memory.account(Purpose.HISTORY, peer), nanoClock));
    }

    /** Drops the states of a peer that has left; those that links hold, when they are released. Its links keep no others. */
    public void forget(PeerId peer) {
        PeerStates states = peers.remove(peer);
        if (states != null) {
            states.leave();
        }
    }

    /** Drops the states that were not used for an hour; all that no link holds if no rule primes contexts any more. */
    public void dropUnused() {
        long unused = isWanted(live.current()) ? PeerStates.UNUSED_NANOS : 0;
        peers.values().forEach(states -> states.dropUnusedFor(unused));
    }
}
