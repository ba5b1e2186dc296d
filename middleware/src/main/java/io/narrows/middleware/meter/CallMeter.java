package io.narrows.middleware.meter;

import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.Price;
import io.narrows.config.Tariff;
import io.narrows.config.Tier;
import io.narrows.config.TrafficClass;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;

/** All counters of a process with the middleware, and the prices that convert them to money. Safe for use by many threads. */
public final class CallMeter {
    /** Metric label of an unknown peer. */
    public static final PeerId UNKNOWN_PEER = new PeerId("unknown");

    /** Reason of refusals: the peer refused an encoding that it, or another server behind its address, had advertised. */
    public static final String ENCODING_REFUSED = "encoding-refused";

    /** The labels of an event. */
    record Reason(PeerId peer, String reason) {}

    private final Location own;
    private final Tariff tariff;
    private final Map<MessageLabels, MessageCell> cells = new ConcurrentHashMap<>();
    private final Map<Reason, LongAdder> raw = new ConcurrentHashMap<>();
    private final Map<Reason, LongAdder> failures = new ConcurrentHashMap<>();
    private final CopyOnWriteArrayList<Watcher> watchers = new CopyOnWriteArrayList<>();

    /** Receives every counter, once. */
    interface Watcher {
        void cell(MessageCell cell);

        void raw(Reason reason, LongAdder count);

        void failure(Reason reason, LongAdder count);
    }

    public CallMeter(Location own, Tariff tariff) {
        this.own = own;
        this.tariff = tariff;
    }

    /** Returns the counters of one direction between this process and a peer. Callers keep the result. */
    public Cells cells(PeerId peer, Optional<Location> location, TrafficClass trafficClass, Direction direction) {
        return new Cells(
                this,
                peer,
                location.map(at -> Tier.between(own, at)),
                trafficClass,
                direction,
                location.map(at -> usdPerByte(at, direction)).orElse(0.0));
    }

    /** Returns the counter of messages to a peer that were not compressed for a reason. Callers keep the result. */
    public LongAdder raw(PeerId peer, RawReason reason) {
        return counter(
                raw, new Reason(peer, reason.label()), (labels, count) -> watchers.forEach(w -> w.raw(labels, count)));
    }

    /** Counts an encoding refused by a peer. */
    public void encodingRefused(PeerId peer) {
        counter(
                        failures,
                        new Reason(peer, ENCODING_REFUSED),
                        (labels, count) -> watchers.forEach(w -> w.failure(labels, count)))
                .increment();
    }

    synchronized MessageCell cell(MessageLabels labels, double usdPerByte) {
        MessageCell known = cells.get(labels);
        if (known != null) {
            return known;
        }
        MessageCell cell = new MessageCell(labels, usdPerByte);
        cells.put(labels, cell);
        watchers.forEach(watcher -> watcher.cell(cell));
        return cell;
    }

    private synchronized LongAdder counter(
            Map<Reason, LongAdder> counters, Reason labels, BiConsumer<Reason, LongAdder> made) {
        LongAdder known = counters.get(labels);
        if (known != null) {
            return known;
        }
        LongAdder count = new LongAdder();
        counters.put(labels, count);
        made.accept(labels, count);
        return count;
    }

    /** Passes all existing counters to the watcher, and each later one when it is created. */
    synchronized void watch(Watcher watcher) {
        cells.values().forEach(watcher::cell);
        raw.forEach(watcher::raw);
        failures.forEach(watcher::failure);
        watchers.add(watcher);
    }

    Collection<MessageCell> cells() {
        return cells.values();
    }

    double usdPerByte(Location peer, Direction direction) {
        Price price = tariff.price(own, peer);
        return direction == Direction.SENT ? price.sentPerByte() : price.receivedPerByte();
    }

    Location own() {
        return own;
    }

    double usdPerCoreSecond() {
        return tariff.cpuCoreHour() / 3_600;
    }

    /** Returns the cost of the codecs' processor time. */
    double cpuUsd() {
        return cells().stream().mapToDouble(MessageCell::cpuSeconds).sum() * usdPerCoreSecond();
    }
}
