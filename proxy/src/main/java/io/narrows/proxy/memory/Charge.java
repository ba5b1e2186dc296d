package io.narrows.proxy.memory;

/**
 * A fixed number of bytes that is charged to an {@link Account} either once or not at all. Used by one thread at a
 * time.
 */
public final class Charge {
    private final Account account;
    private final Storage storage;
    private final long bytes;
    private boolean held;

    /** @param bytes 0 or more */
    public Charge(Account account, Storage storage, long bytes) {
        this.account = account;
        this.storage = storage;
        this.bytes = bytes;
    }

    /** Takes the bytes; returns false, with nothing taken, if the account refuses. Call once. */
    public boolean take() {
        held = account.take(storage, bytes);
        return held;
    }

    /** Counts the bytes unconditionally; may exceed the account's limit. Call once. */
    public void count() {
        account.count(storage, bytes);
        held = true;
    }

    /** Gives the bytes back if they are held. */
    public void giveBack() {
        if (held) {
            held = false;
            account.giveBack(storage, bytes);
        }
    }
}
