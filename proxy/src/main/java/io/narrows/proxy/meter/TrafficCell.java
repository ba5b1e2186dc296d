package io.narrows.proxy.meter;

import io.narrows.config.Location;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The counters of one set of labels. Event loops add to them and scrapes read them; adding takes no lock.
 *
 * <p>Cost is not added per frame: bytes are multiplied by the price when read, and those counted at an earlier price
 * are settled first, so that a new tariff does not change past costs.
 */
public final class TrafficCell {
    private final TrafficLabels labels;
    private final LongAdder appBytes = new LongAdder();
    private final LongAdder wireBytes = new LongAdder();
    private final LongAdder frames = new LongAdder();
    private final LongAdder cpuNanos = new LongAdder();
    private final LongAdder wireIpBytes = new LongAdder();
    private final LongAdder baselineIpBytes = new LongAdder();

    private @Nullable Location place;
    private double usdPerByte;
    private long settledBaselineBytes;
    private long settledWireBytes;
    private double settledBaselineUsd;
    private double settledWireUsd;

    /** @param place place of the other end; null if unknown, in which case nothing is priced */
    TrafficCell(TrafficLabels labels, @Nullable Location place) {
        this.labels = labels;
        this.place = place;
    }

    public TrafficLabels labels() {
        return labels;
    }

    /**
     * Counts one data frame.
     *
     * @param app its app bytes, 0 to 65536
     */
    public void frame(int app) {
        frames.increment();
        appBytes.add(app);
    }

    /** Counts app bytes that were made of frames counted before. */
    public void app(int bytes) {
        appBytes.add(bytes);
    }

    /** Counts bytes at the link's socket. */
    public void wire(long bytes) {
        wireBytes.add(bytes);
    }

    /**
     * Counts bytes that a provider bills: payload of the link that was sent by the host, IP and TCP headers, and
     * retransmissions.
     */
    public void wireIp(long bytes) {
        wireIpBytes.add(bytes);
    }

    /**
     * Counts bytes that a provider would bill without a link: app bytes whose frames were sent by the host, and modeled
     * headers.
     */
    public void baselineIp(long bytes) {
        baselineIpBytes.add(bytes);
    }

    /** Counts processor time of the codec, in nanoseconds. */
    public void cpu(long nanos) {
        cpuNanos.add(nanos);
    }

    /** Returns the app bytes since the start of the process; frames that are being counted may be missing. */
    public long appBytes() {
        return appBytes.sum();
    }

    /** Returns the wire bytes since the start of the process. */
    public long wireBytes() {
        return wireBytes.sum();
    }

    /** Returns the link's IP bytes since the start of the process, excluding those not sent yet. */
    public long wireIpBytes() {
        return wireIpBytes.sum();
    }

    /** Returns the modeled IP bytes of the applications' own connections since the start of the process. */
    public long baselineIpBytes() {
        return baselineIpBytes.sum();
    }

    /** Returns the data frames since the start of the process. */
    public long frames() {
        return frames.sum();
    }

    /**
     * Returns the processor time of the codec since the start of the process, in seconds: an estimate, see
     * {@link CpuClock}.
     */
    public double cpuSeconds() {
        return cpuNanos.sum() / 1e9;
    }

    /** Returns the cost of {@link #baselineIpBytes}, in US dollars. */
    public synchronized double baselineUsd() {
        return settledBaselineUsd + (baselineIpBytes() - settledBaselineBytes) * usdPerByte;
    }

    /** Returns the cost of {@link #wireIpBytes}, in US dollars. */
    public synchronized double wireUsd() {
        return settledWireUsd + (wireIpBytes() - settledWireBytes) * usdPerByte;
    }

    /** Returns the place whose price currently applies; null if the other end is unknown. */
    synchronized @Nullable Location place() {
        return place;
    }

    /** Charges the bytes counted so far at the old price and applies a place's price from now on. */
    synchronized void price(Location newPlace, double newUsdPerByte) {
        place = newPlace;
        if (newUsdPerByte == usdPerByte) {
            return;
        }
        long baseline = baselineIpBytes();
        long wire = wireIpBytes();
        settledBaselineUsd += (baseline - settledBaselineBytes) * usdPerByte;
        settledWireUsd += (wire - settledWireBytes) * usdPerByte;
        settledBaselineBytes = baseline;
        settledWireBytes = wire;
        usdPerByte = newUsdPerByte;
    }
}
