package io.narrows.proxy.discovery;

import io.narrows.proxy.discovery.EndpointSource.Listener;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A source's reports to its listener from start to end, without those that repeat the last one. Reports must be made by one
 * thread at a time; everything else is safe for use by any thread.
 */
public final class SourceReports {
    private @Nullable Set<Endpoint> last;
    private volatile @Nullable Listener listener;
    private volatile @Nullable String problem;
    private volatile boolean closed;

    /** Sets the listener. Nothing is reported before. */
    public void start(Listener to) {
        listener = to;
    }

    public boolean isStarted() {
        return listener != null;
    }

    /**
     * Reports all endpoints that exist now. With a failure, some may be missing or outdated; if there are none at all, only the
     * failure is reported.
     *
     * @param failure what failed, and with which input
     */
    public void found(Set<Endpoint> endpoints, Optional<String> failure) {
        if (failure.isEmpty()) {
            problem = null;
        }
        if (failure.isEmpty() || !endpoints.isEmpty()) {
            report(endpoints);
        }
        failure.ifPresent(this::failed);
    }

    /** Reports a failure. */
    public void failed(String why) {
        Listener to = listener;
        if (to != null && !closed && !why.equals(problem)) {
            problem = why;
            to.failed(why);
        }
    }

    /** Returns the last failure if nothing was found without one since. */
    public Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    /** Ends all reports. */
    public void close() {
        closed = true;
    }

    public boolean isClosed() {
        return closed;
    }

    /** Runs a source's work, unless its executor has ended because the sidecar stops. */
    public static void execute(Executor executor, Runnable work) {
        try {
            executor.execute(work);
        } catch (RejectedExecutionException e) {
            // Everything that ran on it has ended too.
        }
    }

    private void report(Set<Endpoint> endpoints) {
        Listener to = listener;
        Set<Endpoint> copy = Set.copyOf(endpoints);
        if (to != null && !closed && !copy.equals(last)) {
            last = copy;
            to.found(copy);
        }
    }
}
