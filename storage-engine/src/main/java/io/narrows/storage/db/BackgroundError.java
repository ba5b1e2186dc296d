package io.narrows.storage.db;

import java.util.Optional;

/** What has stopped writes, if anything has: the first failure, until it is cleared. Thread-safe. */
final class BackgroundError {
    private final DbListener listener;
    private volatile Throwable reason;

    BackgroundError(DbListener listener) {
        this.listener = listener;
    }

    Optional<Throwable> reason() {
        return Optional.ofNullable(reason);
    }

    void check() throws WritesStoppedException {
        Throwable now = reason;
        if (now != null) {
            throw new WritesStoppedException(now);
        }
    }

    void set(Throwable failure) {
        synchronized (this) {
            if (reason != null) {
                return;
            }
            reason = failure;
        }
        listener.onBackgroundError(failure);
    }

    synchronized void clear() {
        reason = null;
    }
}
