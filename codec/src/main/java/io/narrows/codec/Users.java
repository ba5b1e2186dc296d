package io.narrows.codec;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts the users of something, and frees it after the last one. Safe for use by many threads, none of which waits. */
final class Users {
    private final AtomicInteger count = new AtomicInteger(1);
    private final Runnable free;

    /**
     * Counts the creator as the first user.
     *
     * @param free run once, by the thread of the last user
     */
    Users(Runnable free) {
        this.free = free;
    }

    /** @throws IllegalStateException if there is no user left */
    void add() {
        if (count.getAndUpdate(users -> users == 0 ? 0 : users + 1) == 0) {
            throw new IllegalStateException("the dictionary is closed");
        }
    }

    void remove() {
        if (count.decrementAndGet() == 0) {
            free.run();
        }
    }
}
