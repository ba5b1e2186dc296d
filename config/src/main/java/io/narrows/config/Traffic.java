package io.narrows.config;

/**
 * What a policy decides about: one direction of a link, seen by its sender.
 *
 * @param peer the id of the node at the other end
 * @param from where the sender is
 * @param to where the peer is
 */
public record Traffic(String peer, Location from, Location to, TrafficClass trafficClass) {
    public Tier tier() {
        return Tier.between(from, to);
    }
}
