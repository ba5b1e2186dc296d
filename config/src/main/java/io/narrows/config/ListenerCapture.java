package io.narrows.config;

/**
 * One local address for one peer and target.
 *
 * @param trafficClass what the user says the traffic is; {@link TrafficClass#DEFAULT} leaves it to the first bytes and the rhythm
 */
public record ListenerCapture(HostPort listen, String peer, String target, TrafficClass trafficClass, boolean exposed)
        implements Capture {
    boolean leadsTo(String peerId, String targetName) {
        return peer.equals(peerId) && target.equals(targetName);
    }
}
