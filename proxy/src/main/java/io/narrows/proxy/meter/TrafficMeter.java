package io.narrows.proxy.meter;

import io.narrows.codec.Codec;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.Price;
import io.narrows.config.Tariff;
import io.narrows.config.Tier;
import io.narrows.config.TrafficClass;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** All traffic counters of the sidecar, and the prices that determine their cost. Safe for use by many threads. */
public final class TrafficMeter {
    private final Location own;
    private final Map<TrafficLabels, TrafficCell> cells = new ConcurrentHashMap<>();
    private final AnnouncedPlaces announced = new AnnouncedPlaces();
    private Tariff tariff;
    private TrafficSum departed = TrafficSum.ZERO;

    public TrafficMeter(Location own, Tariff tariff) {
        this.own = own;
        this.tariff = tariff;
    }

    /**
     * Returns the counters of one kind of traffic, creating them if needed. Callers keep them, since the lookup is not
     * for hot paths.
     *
     * @param location the peer's effective place, which determines the tier and the price from now on
     */
    public synchronized TrafficCell cell(
            PeerId peer, Location location, TrafficClass trafficClass, Codec codec, Direction direction) {
        TrafficLabels labels =
                new TrafficLabels(peer, Optional.of(Tier.between(own, location)), trafficClass, codec, direction);
        TrafficCell cell = cells.computeIfAbsent(labels, key -> new TrafficCell(key, location));
        cell.price(location, usdPerByte(location, direction));
        return cell;
    }

    /** Returns the counters of connections whose other end is unknown; they have no price. */
    public TrafficCell strayCell(Direction direction) {
        TrafficLabels labels = new TrafficLabels(
                EventMeter.UNKNOWN_PEER, Optional.empty(), TrafficClass.CONTROL, Codec.NONE, direction);
        return cells.computeIfAbsent(labels, key -> new TrafficCell(key, null));
    }

    /** Returns the cell of the same kind of traffic in the other direction. */
    public synchronized TrafficCell opposite(TrafficCell cell) {
        TrafficLabels labels = cell.labels();
        Direction direction = labels.direction().opposite();
        Location place = cell.place();
        if (place == null) {
            return strayCell(direction);
        }
        return cell(labels.peer(), place, labels.trafficClass(), labels.codec(), direction);
    }

    public Collection<TrafficCell> cells() {
        return cells.values();
    }

    /** Returns the peers that have counters, and {@link EventMeter#UNKNOWN_PEER} if it has. */
    public Set<PeerId> peers() {
        return cells.keySet().stream().map(TrafficLabels::peer).collect(Collectors.toSet());
    }

    /** Removes the counters of a peer that is gone for good. Its traffic remains in {@link #departed}. */
    public synchronized void forget(PeerId peer) {
        for (TrafficCell cell : cells()) {
            if (cell.labels().peer().equals(peer)) {
                departed = departed.plus(cell);
            }
        }
        cells.keySet().removeIf(labels -> labels.peer().equals(peer));
        announced.forget(peer);
    }

    /** Returns the traffic of the peers whose counters were removed. */
    public synchronized TrafficSum departed() {
        return departed;
    }

    /** Returns the places that peers announced. */
    public AnnouncedPlaces announced() {
        return announced;
    }

    /** Applies a new tariff to traffic from now on; earlier traffic keeps its price. */
    public synchronized void reprice(Tariff next) {
        tariff = next;
        for (TrafficCell cell : cells.values()) {
            Location place = cell.place();
            if (place != null) {
                cell.price(place, usdPerByte(place, cell.labels().direction()));
            }
        }
    }

    /** Returns the price for this node. Each node counts only its own cost; the peer's sidecar counts the peer's. */
    private double usdPerByte(Location peer, Direction direction) {
        Price price = tariff.price(own, peer);
        return direction == Direction.SENT ? price.sentPerByte() : price.receivedPerByte();
    }
}
