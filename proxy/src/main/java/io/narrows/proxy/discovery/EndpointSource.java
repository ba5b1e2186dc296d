package io.narrows.proxy.discovery;

import io.narrows.config.PeerSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;

/** A source of peers: a file, DNS, or Kubernetes. It reports all of its endpoints whenever they change. */
public interface EndpointSource extends AutoCloseable {
    /** The receiver of a source's reports. Called by any thread, but by one at a time. */
    interface Listener {
        /** Reports all endpoints that exist now. */
        void found(Set<Endpoint> endpoints);

        /**
         * Reports that the source cannot be read now. The last endpoints remain in use.
         *
         * @param why what failed, and with which input
         */
        void failed(String why);
    }

    /** Opens sources. */
    @FunctionalInterface
    interface Factory {
        /**
         * Opens a source without starting it.
         *
         * @param executor executor for work that may block, such as reading files; ends with the discovery
         */
        EndpointSource open(PeerSource source, ScheduledExecutorService executor);
    }

    /** Starts reporting: once as soon as the endpoints are known, and then after each change. Called once. */
    void start(Listener listener);

    /** Asks the source to look again soon, since a node was seen that it has not reported. Never blocks. */
    void refresh();

    /** Returns the last failure if the source has not been read since; for status pages. */
    Optional<String> problem();

    /** Stops reporting and ends all threads and connections of the source. */
    @Override
    void close();
}
