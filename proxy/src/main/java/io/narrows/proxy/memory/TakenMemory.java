package io.narrows.proxy.memory;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory that was taken of an {@link Account} before it is used: to be given back, or handed over to what is made of it, so that it stays charged
 * in between. Safe for use by many threads, but only one may {@link #raise} it.
 */
public final class TakenMemory {
    private final Account account;
    private final Storage storage;
    private final AtomicLong bytes = new AtomicLong();

    /** Creates it without any memory. */
    public TakenMemory(Account account, Storage storage) {
        this.account = account;
        this.storage = storage;
    }

    /** Returns the memory in bytes. */
    public long bytes() {
        return bytes.get();
    }

    /**
     * Takes more memory; does nothing if that much is taken already.
     *
     * @return false, with nothing taken, if the account refuses
     */
    public boolean raise(long to) {
        long more = to - bytes.get();
        if (more <= 0) {
            return true;
        }
        if (!account.take(storage, more)) {
            return false;
        }
        bytes.addAndGet(more);
        return true;
    }

    /** Returns all of it, which the caller has to give back to the {@link #account} from now on. */
    public long handOver() {
        return bytes.getAndSet(0);
    }

    /** Gives back what is left of it; call after freeing what uses it. */
    public void giveBack() {
        account.giveBack(storage, handOver());
    }

    public Account account() {
        return account;
    }
}
