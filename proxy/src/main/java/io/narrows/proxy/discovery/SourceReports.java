package io.narrows.proxy.discovery;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A source's reports to its listener, without those that repeat the last one. Reports must be made by one thread at a time. */
public final class SourceReports {
    private final EndpointSource.Listener listener;
    private @Nullable Set<Endpoint> last;
    private volatile @Nullable String problem;
    private volatile boolean closed;

    public SourceReports(EndpointSource.Listener listener) {
        this.listener = listener;
    }

    /** Reports all endpoints that exist now, which were found without a failure. */
    public void found(Set<Endpoint> endpoints) {
        problem = null;
        report(endpoints);
    }

    /**
     * Reports endpoints of which some may be missing or outdated. If there are none at all, only the failure is reported.
     *
     * @param why what failed, and with which input
     */
    public void foundWithFailure(Set<Endpoint> endpoints, String why) {
        if (!endpoints.isEmpty()) {
            report(endpoints);
        }
        failed(why);
    }

    /** Reports a failure. */
    public void failed(String why) {
        if (!closed && !why.equals(problem)) {
            problem = why;
            listener.failed(why);
        }
    }

    /** Returns the last failure if nothing was found without one since. Safe for use by any thread. */
    public Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    /** Ends all reports. Safe for use by any thread. */
    public void close() {
        closed = true;
    }

    private void report(Set<Endpoint> endpoints) {
        Set<Endpoint> copy = Set.copyOf(endpoints);
        if (!closed && !copy.equals(last)) {
            last = copy;
            listener.found(copy);
        }
    }
}
