package io.narrows.proxy.discovery;

import java.util.Optional;
import java.util.Set;

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
