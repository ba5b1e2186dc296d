package io.narrows.proxy.link.registry;

import io.narrows.config.HostPort;
import io.narrows.config.PeerId;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.event.Level;

/**
 * The peers and targets that were reached since the start. Those that were never reached may not have been started yet,
 * so their failures are logged at info; later failures are warnings. Safe for use by many threads.
 */
public final class ReachedOnce {
    /**
     * A dialed destination. Their number is bounded by the configurations of this node and its peers, since only
     * reached ones are kept.
     */
    public sealed interface Destination {
        /** The sidecar of a peer. */
        record Peer(PeerId id) implements Destination {}

        /** A target next to a peer's sidecar. */
        record RemoteTarget(PeerId peer, String name) implements Destination {}

        /** A target next to this sidecar. */
        record LocalTarget(HostPort address) implements Destination {}
    }

    private final Set<Destination> reached = ConcurrentHashMap.newKeySet();

    /** Records that a destination was reached. */
    public void add(Destination destination) {
        reached.add(destination);
    }

    /** Returns the level of failures to reach a destination: info or warn. */
    public Level failureLevel(Destination destination) {
        return reached.contains(destination) ? Level.WARN : Level.INFO;
    }
}
