package io.narrows.proxy.link.dictionary;

import io.narrows.config.ConnectionScope;
import io.narrows.config.PeerId;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.meter.EventMeter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The dictionaries of a sidecar with which its links' contexts begin, and their way to its peers. Safe for use by many threads. */
public final class SharedDictionaries {
    private final LiveConfig live;
    private final MemoryLedger memory;
    private final EventMeter events;
    private final Executor workers;
    private final LongSupplier nanoClock;
    private final SidecarDictionaries store;
    private final Map<PeerId, PeerTransfers> peers = new ConcurrentHashMap<>();

    /**
     * @param memory the ledger that dictionaries are charged to while they are received
     * @param workers digest and check dictionaries
     * @param store those of this sidecar
     */
    public SharedDictionaries(
            LiveConfig live,
            MemoryLedger memory,
            EventMeter events,
            Executor workers,
            LongSupplier nanoClock,
            SidecarDictionaries store) {
        this.live = live;
        this.memory = memory;
        this.events = events;
        this.workers = workers;
        this.nanoClock = nanoClock;
        this.store = store;
    }

    /** Begins the part of a new link; null if no rule of the configuration in force uses dictionaries, or this sidecar keeps none. */
    public @Nullable LinkDictionaries link(PeerId peer) {
        return store != SidecarDictionaries.NONE && isWanted() ? new LinkDictionaries(of(peer)) : null;
    }

    private boolean isWanted() {
        return live.current().policy().rules().stream()
                .anyMatch(rule -> rule.compression().dictionary() != ConnectionScope.NONE);
    }

    private PeerTransfers of(PeerId peer) {
        return peers.computeIfAbsent(
                peer,
                added -> new PeerTransfers(
                        added,
                        store,
                        new OutgoingDictionary(nanoClock),
                        new IncomingDictionary(memory.account(Purpose.HISTORY, added), nanoClock),
                        events.dictionaries(added),
                        this::isWanted,
                        workers));
    }

    /** Drops the incomplete dictionaries that no link has continued for long. Call about once a minute. */
    public void dropAbandoned() {
        peers.values().forEach(transfers -> transfers.incoming().dropAbandoned());
    }

    /** Forgets when a peer that has left last sent or received a dictionary, and drops an incomplete one. */
    public void forget(PeerId peer) {
        PeerTransfers transfers = peers.remove(peer);
        if (transfers != null) {
            transfers.incoming().close();
        }
    }
}
