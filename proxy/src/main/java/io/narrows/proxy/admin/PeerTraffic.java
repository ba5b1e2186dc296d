package io.narrows.proxy.admin;

import io.narrows.config.Config;
import io.narrows.config.Location;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.config.PeerSource;
import io.narrows.proxy.link.registry.LinkSummary;
import io.narrows.proxy.meter.TrafficCell;
import io.narrows.proxy.meter.TrafficSum;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * One peer, its state and its traffic.
 *
 * @param place its effective place; empty for traffic of peers that are unknown or no longer configured
 * @param up whether there is an open link with it; false without a place
 * @param links number of open links, including ready ones
 * @param source the source that found it; empty text if the file lists it, or if it is not a peer any longer
 */
record PeerTraffic(PeerId peer, Optional<Location> place, boolean up, long links, String source, TrafficSum traffic) {

    /** Returns all configured peers in the order of the configuration, followed by others with traffic. */
    static List<PeerTraffic> all(AdminState state, Predicate<TrafficCell> counted) {
        Map<PeerId, TrafficSum> sums = new HashMap<>();
        for (TrafficCell cell : state.traffic().cells()) {
            if (counted.test(cell)) {
                sums.merge(cell.labels().peer(), TrafficSum.ZERO.plus(cell), (sum, added) -> sum.plus(cell));
            }
        }
        Map<PeerId, Long> links = new HashMap<>();
        for (LinkSummary link : state.links()) {
            links.merge(link.peer(), 1L, Long::sum);
        }
        Set<PeerId> down = new HashSet<>(state.unlinked());
        Config config = state.config();
        List<PeerTraffic> peers = new ArrayList<>();
        for (Peer peer : config.peers()) {
            PeerId id = peer.id();
            Location place = state.traffic().announced().placeOf(config, id).effective();
            TrafficSum sum = sums.getOrDefault(id, TrafficSum.ZERO);
            String source = peer.source().map(PeerSource::label).orElse("");
            peers.add(new PeerTraffic(
                    id, Optional.of(place), !down.contains(id), links.getOrDefault(id, 0L), source, sum));
        }
        sums.forEach((id, sum) -> {
            if (config.peer(id).isEmpty() && !sum.isEmpty()) {
                peers.add(new PeerTraffic(id, Optional.empty(), false, links.getOrDefault(id, 0L), "", sum));
            }
        });
        return peers;
    }
}
