package io.narrows.storage.db;

import java.io.IOException;
import java.util.Optional;

/** What has stopped writes, if anything has: the first failure, until it is cleared. Thread-safe. */
final class BackgroundError {
    private final DbListener listener;
    private final Counters counters;
    private volatile Throwable reason;
    private boolean isOfLog;

    BackgroundError(DbListener listener, Counters counters) {
        this.listener = listener;
        this.counters = counters;
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

    /** A failure after which nobody knows what log and memtables hold: only opening the database again tells. */
    void setOfLog(Throwable failure) {
        synchronized (this) {
            isOfLog = true;
        }
        set(failure);
    }

    void set(Throwable failure) {
        counters.failedInBackground();
        synchronized (this) {
            if (reason != null) {
                return;
            }
            reason = failure;
        }
        listener.onBackgroundError(failure);
    }

    /** @throws IOException when the database has to be opened again for that */
    synchronized void tryClear() throws IOException {
        if (isOfLog) {
            throw new IOException("the log could not be written: close the database and open it again", reason);
        }
        reason = null;
    }
}
