package io.narrows.proxy.link.unpack;

import io.narrows.proxy.link.context.GrantRetry;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The encoder that the peer keeps for a piece that comes in parts. It has the memory that the peer has granted to this link, so that the peer
 * never lacks it. Used on the link's event loop only.
 */
final class PeerEncoder {
    private final LongConsumer requests;
    private final LongSupplier nanoClock;
    private GrantRetry retry = new GrantRetry();
    private long granted;

    /** The memory that was requested, unless the peer has answered; otherwise 0. */
    private long requested;

    /** The least memory that is not requested again before it is time. */
    private long refused = Long.MAX_VALUE;

    private boolean isFreed;
    private long usedAt;

    /**
     * @param requests receives the memory to request, in bytes; 0 to free the encoder
     * @param nanoClock clock in nanoseconds
     */
    PeerEncoder(LongConsumer requests, LongSupplier nanoClock) {
        this.requests = requests;
        this.nanoClock = nanoClock;
    }

    /** Returns whether the peer has granted so many bytes; if not, they are requested. */
    boolean request(long bytes) {
        if (bytes > granted && requested == 0 && (bytes < refused || retry.isDue(now()))) {
            requested = bytes;
            requests.accept(bytes);
        }
        return bytes <= granted;
    }

    /** Applies the peer's answer: the memory that it grants now, in bytes. */
    void granted(long bytes) {
        if (requested == 0) {
            return; // answers nothing
        }
        if (bytes < requested) {
            refused = requested;
            retry.refused(now());
        } else {
            refused = Long.MAX_VALUE;
        }
        requested = 0;
        granted = bytes;
        usedAt = now();
    }

    /** Records that a part is sent. */
    void used(boolean begins) {
        usedAt = now();
        if (begins) {
            isFreed = false;
            retry = new GrantRetry();
        }
    }

    /** Returns whether the encoder was freed since the first part of the last piece. */
    boolean isFreed() {
        return isFreed;
    }

    /** Frees the encoder if it was idle for that long; returns whether it was. */
    boolean freeIfIdleFor(long nanos, long now) {
        return now - usedAt >= nanos && free();
    }

    /** Frees the encoder, since no recipe makes the application's pieces, and requests none for some time. */
    void freeAsUseless() {
        refused = 0;
        retry.refused(now());
        free();
    }

    /** Frees the encoder; returns whether there was any, or memory for one. */
    boolean free() {
        if (granted == 0 || requested != 0) {
            return false;
        }
        granted = 0;
        isFreed = true;
        requests.accept(0);
        return true;
    }

    private long now() {
        return nanoClock.getAsLong();
    }
}
