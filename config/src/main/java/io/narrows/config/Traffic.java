package io.narrows.config;

/**
 * One direction of a link as seen by its sender, the input of a policy.
 *
 * @param peer id of the node at the other end
 * @param from location of the sender
 * @param to location of the peer
 */
public record Traffic(PeerId peer, Location from, Location to, TrafficClass trafficClass) {
    public Tier tier() {
        return Tier.between(from, to);
    }
}
