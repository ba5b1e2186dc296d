package io.narrows.cli.policy;

import io.narrows.config.Choice;
import io.narrows.config.Config;
import io.narrows.config.Peer;
import io.narrows.config.Price;
import io.narrows.config.Traffic;
import io.narrows.config.TrafficClass;
import java.util.List;

/** A policy's choice for a class of traffic to a peer, and the price of that traffic. */
public record PolicyCell(Traffic traffic, Choice choice, Price price) {
    /** Returns the choice for the peer at its configured place. */
    public static PolicyCell of(Config config, Peer peer, TrafficClass trafficClass) {
        Traffic traffic = config.trafficTo(peer, trafficClass);
        return new PolicyCell(
                traffic, config.policy().choose(traffic), config.tariff().price(traffic.from(), traffic.to()));
    }

    /** Returns the choices for every peer and class, peer by peer. */
    public static List<PolicyCell> all(Config config) {
        return config.peers().stream()
                .flatMap(peer -> config.trafficClasses().stream().map(type -> of(config, peer, type)))
                .toList();
    }
}
