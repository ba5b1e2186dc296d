package io.narrows.proxy.link.primed;

import com.google.protobuf.ByteString;
import io.narrows.codec.dense.ContextState;
import io.narrows.config.ConnectionScope;
import io.narrows.config.TrafficClass;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection's part in the states kept for its peer. Used on the link's event loop. */
public final class ConnectionStates {
    /** Those of a connection whose link has agreed on none. */
    public static final ConnectionStates NONE = new ConnectionStates(null, "", false, false);

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionStates.class);

    private final @Nullable LinkStates link;
    private final String target;
    private final boolean dialled;
    private final boolean tls;

    ConnectionStates(@Nullable LinkStates link, String target, boolean dialled, boolean tls) {
        this.link = link;
        this.target = target;
        this.dialled = dialled;
        this.tls = tls;
    }

    /** Returns whether contexts of this connection begin from states, and their states are kept, under a rule. */
    public boolean allows(ConnectionScope priming, TrafficClass trafficClass) {
        return link != null && priming.includes(trafficClass, tls);
    }

    /**
     * Returns the state from which the first context of the sending direction begins; null for none, and for later contexts. The link
     * holds it until {@link #sent}.
     */
    public @Nullable Origin origin(TrafficClass trafficClass) {
        if (link == null) {
            return null;
        }
        StateKey key = key(trafficClass);
        List<ByteString> offers = link.usableOffers();
        for (int number = 0; number < offers.size(); number++) {
            KeptState state = link.peer().sent(offers.get(number), key);
            if (state != null) {
                return new Origin(number, state.state());
            }
        }
        return null;
    }

    /** Records that the first frame of a context is sent, after which none may refer to the peer's offers, wherever it began. */
    public void sent() {
        if (link != null) {
            link.releaseOffers();
        }
    }

    private StateKey key(TrafficClass trafficClass) {
        return new StateKey(target, dialled, tls, trafficClass);
    }

    /** Returns the state of an offer from which the peer's first context begins; null if there is none. */
    public @Nullable ContextState offered(int number) {
        List<KeptState> held = link == null ? List.of() : link.held();
        if (link == null || number < 0 || number >= held.size()) {
            return null;
        }
        KeptState state = held.get(number);
        link.peer().used(state);
        return state.state();
    }

    /** Records that the peer's first context has begun, so that none refers to this side's offers any more. */
    public void received() {
        if (link != null) {
            link.releaseOffered();
        }
    }

    /**
     * Keeps a state of the sending direction, unless another one was kept just before, or memory is short.
     *
     * @param maxBytes the maximum memory of the state
     * @param state saves it; called at most once, before this returns
     * @return whether it is kept
     */
    public boolean keepSent(TrafficClass trafficClass, long maxBytes, Supplier<ContextState> state) {
        if (link == null || !link.peer().reserveSent(maxBytes)) {
            return false;
        }
        keep(link, trafficClass, maxBytes, state, link.peer()::keepSent);
        return true;
    }

    /** Keeps a state of the receiving direction, like {@link #keepSent}. */
    public void keepReceived(TrafficClass trafficClass, long maxBytes, Supplier<ContextState> state) {
        if (link != null && link.peer().reserveReceived(maxBytes)) {
            keep(link, trafficClass, maxBytes, state, link.peer()::keepReceived);
        }
    }

    /** Hashes a state on a worker. The reserved memory is that of the state until it is kept. */
    private void keep(
            LinkStates states,
            TrafficClass trafficClass,
            long reserved,
            Supplier<ContextState> state,
            Consumer<KeptState> keeper) {
        PeerStates peer = states.peer();
        StateKey key = key(trafficClass);
        long now = states.now();
        try {
            ContextState saved = state.get();
            states.workers().execute(() -> {
                ByteString hash;
                try {
                    hash = ByteString.copyFrom(saved.hash());
                } finally {
                    peer.giveBack(reserved);
                }
                keeper.accept(new KeptState(key, hash, saved, now));
            });
        } catch (RejectedExecutionException e) {
            peer.giveBack(reserved);
            LOG.atDebug().setCause(e).log("no worker is free to hash the state of a context; not keeping it");
        } catch (RuntimeException | Error e) {
            peer.giveBack(reserved);
            throw e;
        }
    }
}
