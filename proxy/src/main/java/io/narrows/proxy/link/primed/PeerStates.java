package io.narrows.proxy.link.primed;

import com.google.protobuf.ByteString;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The states kept of the links to and from one peer. The links are on several event loops; this object's monitor guards all shared state,
 * and is held for a few steps at most.
 */
final class PeerStates {
    /** Maximum number of states in a hello. */
    static final int MOST_OFFERED = 4;

    /**
     * Time between two states of a peer that are kept of one direction: saving one takes part of a millisecond on an event loop at each
     * end.
     */
    static final long INTERVAL_NANOS = 250_000_000L;

    /** Number of states that are kept at that interval; models learn little from further ones. */
    static final int FREQUENT = 40;

    /** Time between later states, and after one for which memory was short. */
    static final long RARE_NANOS = 4_000_000_000L;

    /** Maximum number of intervals saved up for the peer's requests, which may arrive in bursts. */
    static final int BURST = 8;

    /** Time after which a state that was not used is dropped. */
    static final long UNUSED_NANOS = 3_600_000_000_000L;

    private final LongSupplier nanoClock;
    private final Account account;
    private final StateStore sent;
    private final StateStore received;
    private long nextSentAt;
    private int takenSent;
    private long nextReceivedAt;
    private boolean left;

    PeerStates(Account account, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.account = account;
        this.sent = new StateStore(account);
        this.received = new StateStore(account);
        this.nextSentAt = nanoClock.getAsLong();
        this.nextReceivedAt = nextSentAt;
    }

    /** Returns whether a state of what this side sends may be saved now. If so, the time until the next one begins. */
    synchronized boolean admitSent() {
        long now = nanoClock.getAsLong();
        if (left || now - nextSentAt < 0) {
            return false;
        }
        nextSentAt = now + (takenSent < FREQUENT - 1 ? INTERVAL_NANOS : RARE_NANOS);
        return true;
    }

    /**
     * Takes the memory of a state of what this side sends, until it is kept or {@linkplain #giveBack given back}. None is taken if the
     * peer has left. If memory is short, no other state is saved for a while.
     */
    synchronized boolean takeSent(long bytes) {
        if (left) {
            return false;
        }
        if (!sent.take(bytes)) {
            nextSentAt = nanoClock.getAsLong() + RARE_NANOS;
            return false;
        }
        takenSent++;
        return true;
    }

    /** Returns whether a state of what the peer sends may be saved now, like {@link #admitSent}. */
    synchronized boolean admitReceived() {
        long now = nanoClock.getAsLong();
        long earliest = now - (BURST - 1) * INTERVAL_NANOS;
        long next = nextReceivedAt - earliest < 0 ? earliest : nextReceivedAt;
        if (left || now - next < 0) {
            return false;
        }
        nextReceivedAt = next + INTERVAL_NANOS;
        return true;
    }

    /**
     * Takes the memory of a state of what the peer sends, like {@link #takeSent}. If it is short, the next one may be saved nevertheless:
     * the peer keeps it, and does not know.
     */
    synchronized boolean takeReceived(long bytes) {
        return !left && received.take(bytes);
    }

    /** Gives back memory that was taken for a state. */
    void giveBack(long bytes) {
        account.giveBack(Storage.HEAP, bytes);
    }

    /** Keeps a state of what this side sent, whose memory was taken, unless the peer has left. */
    synchronized void keepSent(KeptState state) {
        keep(sent, state);
    }

    /** Keeps a state of what the peer sent, whose memory was taken, unless the peer has left. */
    synchronized void keepReceived(KeptState state) {
        keep(received, state);
    }

    private void keep(StateStore store, KeptState state) {
        if (left) {
            giveBack(state.state().memoryBytes());
        } else {
            store.add(state);
        }
    }

    /** Returns the states of what the peer sent that a hello offers to it, held for the caller. */
    synchronized List<KeptState> offer() {
        dropUnusedFor(UNUSED_NANOS);
        List<KeptState> offered = received.latest(MOST_OFFERED);
        offered.forEach(KeptState::hold);
        return offered;
    }

    /** Returns those of the named states of what this side sent that it has, held for the caller. */
    synchronized List<KeptState> holdSent(List<ByteString> hashes) {
        List<KeptState> found = new ArrayList<>();
        for (ByteString hash : hashes) {
            KeptState state = sent.get(hash);
            if (state != null) {
                state.hold();
                found.add(state);
            }
        }
        return found;
    }

    /** Releases states that were held for the caller. */
    synchronized void release(List<KeptState> held) {
        held.forEach(KeptState::release);
        if (left) {
            dropUnheld();
        }
    }

    /**
     * Records that the peer has left: no other states are kept, and those that links hold are dropped when they are released. Links that are
     * not closed yet may go on using this object.
     */
    synchronized void leave() {
        left = true;
        dropUnheld();
    }

    private void dropUnheld() {
        sent.dropUnheld();
        received.dropUnheld();
    }

    /** Returns a state of what this side sent on connections like those of a key; null if it does not have it. */
    synchronized @Nullable KeptState sent(ByteString hash, StateKey key) {
        KeptState state = sent.get(hash);
        if (state == null || !state.key().equals(key)) {
            return null;
        }
        state.used(nanoClock.getAsLong());
        return state;
    }

    synchronized void used(KeptState state) {
        state.used(nanoClock.getAsLong());
    }

    /** Drops the states that were not used for that long and that no link holds. */
    synchronized void dropUnusedFor(long nanos) {
        long since = nanoClock.getAsLong() - nanos;
        sent.dropUnusedSince(since);
        received.dropUnusedSince(since);
    }
}
