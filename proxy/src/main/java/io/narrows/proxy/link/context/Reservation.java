package io.narrows.proxy.link.context;

import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Storage;

/** Memory that was taken for a context, until it is given back. Not thread-safe. */
final class Reservation {
    /** Time in which what the account has refused is not asked for again. */
    private static final long RETRY_NANOS = 1_000_000_000L;

    private final Account account;
    private final Storage storage;
    private long bytes;

    /** The memory that the account has refused last, in bytes. */
    private long refused = Long.MAX_VALUE;

    private long refusedAt;

    /** @param bytes that were taken */
    Reservation(Account account, Storage storage, long bytes) {
        this.account = account;
        this.storage = storage;
        this.bytes = bytes;
    }

    /** Returns the memory in bytes. */
    long bytes() {
        return bytes;
    }

    /**
     * Takes more memory.
     *
     * @param now on the nano clock
     * @return false, with nothing taken, if the account refuses, or has refused that much within the last second
     */
    boolean raise(long to, long now) {
        if (to >= refused && now - refusedAt < RETRY_NANOS) {
            return false;
        }
        if (!account.take(storage, to - bytes)) {
            refused = to;
            refusedAt = now;
            return false;
        }
        bytes = to;
        return true;
    }

    /** Lets the next {@link #raise} ask the account again. */
    void retry() {
        refused = Long.MAX_VALUE;
    }

    /** Gives back a part of the memory. */
    void lower(long to) {
        account.giveBack(storage, bytes - to);
        bytes = to;
    }

    /** Returns the memory as another reservation; this one has none from then on. */
    Reservation handOver() {
        Reservation other = new Reservation(account, storage, bytes);
        other.refused = refused;
        other.refusedAt = refusedAt;
        bytes = 0;
        return other;
    }

    /** Gives back all that is left of the memory. */
    void giveBack() {
        account.giveBack(storage, bytes);
        bytes = 0;
    }
}
