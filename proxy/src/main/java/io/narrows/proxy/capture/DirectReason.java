package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.RawReason;
import java.net.SocketAddress;

/** The reason why a connection goes to its peer's database without a link. */
enum DirectReason {
    /** The peer's sidecar does not answer, and the connection may fall back. */
    NO_SIDECAR {
        @Override
        void count(EventMeter events, PeerId peer) {
            events.fallback(peer);
        }

        @Override
        String unreachable(PeerId peer, HostPort database, String cause) {
            return "the sidecar of " + peer + " does not answer, and its database at " + database
                    + " cannot be reached: " + cause;
        }

        @Override
        ByteObserver observer(
                CaptureEnvironment environment, PeerId peer, TrafficClass trafficClass, SocketAddress remote) {
            return new DirectTraffic(environment.links(), peer, trafficClass, remote, RawReason.NO_SIDECAR);
        }
    },

    /** The sidecar is in a dry run. */
    DRY_RUN {
        @Override
        void count(EventMeter events, PeerId peer) {
            // Its bytes are counted, with this reason.
        }

        @Override
        String unreachable(PeerId peer, HostPort database, String cause) {
            return "dry run: " + peer + "'s database at " + database + " cannot be reached: " + cause;
        }

        @Override
        ByteObserver observer(
                CaptureEnvironment environment, PeerId peer, TrafficClass trafficClass, SocketAddress remote) {
            return new DryRunTraffic(
                    environment.links(),
                    peer,
                    trafficClass,
                    remote,
                    environment.sampler().connection(peer));
        }
    };

    /** Counts a connection that goes to the database. */
    abstract void count(EventMeter events, PeerId peer);

    /** Describes that the database cannot be reached either. */
    abstract String unreachable(PeerId peer, HostPort database, String cause);

    /**
     * Returns the observer of a connection to the database.
     *
     * @param trafficClass the declared class
     */
    abstract ByteObserver observer(
            CaptureEnvironment environment, PeerId peer, TrafficClass trafficClass, SocketAddress remote);
}
