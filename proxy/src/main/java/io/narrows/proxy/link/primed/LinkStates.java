package io.narrows.proxy.link.primed;

import com.google.protobuf.ByteString;
import io.narrows.proxy.link.proto.HeldState;
import io.narrows.proxy.link.proto.HeldStates;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * One link's part in the states kept for its peer: those that the two hellos offered. Used on the link's event loop.
 *
 * <p>The sender of a context refers to an offer for a limited time; the peer holds it for longer, because a reference may be on its way
 * for a long time, behind other bytes of its connection. Once a connection has taken the link, the time is short: its first context begins
 * soon or never. Both ends release the offers of a direction earlier if its first context has begun, of whatever codec, or if it is finished.
 */
public final class LinkStates implements AutoCloseable {
    /** Time after the hellos for which what the peer offered is used, in nanoseconds. */
    public static final long USABLE_NANOS = 60 * 60_000_000_000L;

    /** Time after OPEN for which it is still used, in nanoseconds. */
    public static final long USABLE_AFTER_OPEN_NANOS = 10_000_000_000L;

    /** Time after the hellos for which what this side offered is held, in nanoseconds. */
    public static final long HELD_NANOS = 90 * 60_000_000_000L;

    /** Time after OPEN for which it is still held, in nanoseconds. */
    public static final long HELD_AFTER_OPEN_NANOS = 90_000_000_000L;

    /** Further offers of a hello are ignored. */
    static final int MOST_OFFERS = 16;

    private final PeerStates peer;
    private final Executor workers;
    private final LongSupplier nanoClock;
    private List<KeptState> offered;
    private List<ByteString> offers = List.of();
    private List<KeptState> matching = List.of();
    private long usableUntil;
    private boolean agreed;

    LinkStates(PeerStates peer, Executor workers, LongSupplier nanoClock) {
        this.peer = peer;
        this.workers = workers;
        this.nanoClock = nanoClock;
        this.offered = peer.offer();
    }

    /** Returns this side's offers, for its hello. */
    public HeldStates offers() {
        HeldStates.Builder message = HeldStates.newBuilder();
        offered.forEach(state -> message.addStates(HeldState.newBuilder().setHash(state.hash())));
        return message.build();
    }

    /** Applies the offers of the peer's hello. */
    public void offered(HeldStates message) {
        agreed = true;
        offers = message.getStatesList().stream()
                .limit(MOST_OFFERS)
                .map(state -> state.getKind() == HeldState.Kind.CONTEXT ? state.getHash() : ByteString.EMPTY)
                .toList();
        matching = peer.holdSent(offers);
        usableUntil = nanoClock.getAsLong() + USABLE_NANOS;
    }

    /**
     * Returns the part of the connection that takes the link.
     *
     * @param target as OPEN names it
     * @param dialled whether this side opened the link
     * @param tls whether the sidecars end the connection's TLS
     */
    public ConnectionStates connection(String target, boolean dialled, boolean tls) {
        long soon = nanoClock.getAsLong() + USABLE_AFTER_OPEN_NANOS;
        usableUntil = soon - usableUntil < 0 ? soon : usableUntil;
        return agreed ? new ConnectionStates(this, target, dialled, tls) : ConnectionStates.NONE;
    }

    PeerStates peer() {
        return peer;
    }

    Executor workers() {
        return workers;
    }

    long now() {
        return nanoClock.getAsLong();
    }

    /** Returns the hashes that the peer offered, in their order; none if they may no longer be used. */
    List<ByteString> usableOffers() {
        return now() - usableUntil < 0 ? offers : List.of();
    }

    /** Returns the states that this side offered and still holds, in the order of its hello. */
    List<KeptState> held() {
        return offered;
    }

    /** Releases what this side offered, to which the peer can no longer refer. */
    public void releaseOffered() {
        peer.release(offered);
        offered = List.of();
    }

    /** Releases what the peer offered, to which this side may no longer refer. */
    public void releaseOffers() {
        peer.release(matching);
        matching = List.of();
        offers = List.of();
    }

    /** Releases everything. */
    @Override
    public void close() {
        releaseOffered();
        releaseOffers();
    }
}
