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
     * holds it until {@link #sent}, and for ten seconds after OPEN at most.
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

    /** Records that a first frame of a context, of any codec, or FIN is sent, after which none may refer to the peer's offers. */
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

    /** Records that a context of the peer, of any codec, has begun, or that it has finished: nothing more refers to this side's offers. */
    public void received() {
        if (link != null) {
            link.releaseOffered();
        }
    }

    /**
     * Keeps a state of the sending direction, unless another one was kept just before, or memory is short. Its memory is taken once it is
     * saved, since others may be dropped for it: most states take a fraction of what they could.
     *
     * @param state saves it; called at most once, before this returns
     * @return whether it is kept
     */
    public boolean keepSent(TrafficClass trafficClass, Supplier<ContextState> state) {
        if (link == null || !link.peer().admitSent()) {
            return false;
        }
        ContextState saved = state.get();
        PeerStates peer = link.peer();
        return peer.takeSent(saved.memoryBytes()) && keep(link, trafficClass, saved, peer::keepSent);
    }

    /** Keeps a state of the receiving direction, like {@link #keepSent}. */
    public void keepReceived(TrafficClass trafficClass, Supplier<ContextState> state) {
        if (link == null || !link.peer().admitReceived()) {
            return;
        }
        ContextState saved = state.get();
        PeerStates peer = link.peer();
        if (peer.takeReceived(saved.memoryBytes())) {
            keep(link, trafficClass, saved, peer::keepReceived);
        }
    }

    /** Hashes a state, whose memory was taken, on a worker. Returns false if the workers have ended, since the process ends. */
    private boolean keep(LinkStates states, TrafficClass trafficClass, ContextState state, Consumer<KeptState> keeper) {
        PeerStates peer = states.peer();
        StateKey key = key(trafficClass);
        long now = states.now();
        try {
            states.workers().execute(() -> hash(peer, key, state, now, keeper));
            return true;
        } catch (RejectedExecutionException e) {
            peer.giveBack(state.memoryBytes());
            LOG.atDebug().setCause(e).log("the workers have ended; not keeping the state of a context");
            return false;
        }
    }

    private static void hash(PeerStates peer, StateKey key, ContextState state, long now, Consumer<KeptState> keeper) {
        ByteString hash;
        try {
            hash = ByteString.copyFrom(state.hash());
        } catch (RuntimeException | Error e) {
            peer.giveBack(state.memoryBytes());
            throw e;
        }
        keeper.accept(new KeptState(key, hash, state, now));
    }
}
