package io.narrows.storage.db;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The failure that stopped writes, if any: the first one, until it is cleared. Thread-safe. */
final class BackgroundError {
    private final DbListener listener;
    private final Counters counters;
    private volatile @Nullable Throwable reason;
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

    /** Records a failure that leaves the contents of log and memtables uncertain; only reopening the database clears it. */
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

    /** Lets waits for background work fail that will not be done anymore. */
    synchronized void setClosed() {
        if (reason == null) {
            reason = new ClosedDatabaseException();
        }
    }

    /** @throws IOException if the database must be reopened to clear the error */
    synchronized void tryClear() throws IOException {
        if (isOfLog) {
            throw new IOException("cannot write the log: close and reopen the database", reason);
        }
        reason = null;
    }
}
