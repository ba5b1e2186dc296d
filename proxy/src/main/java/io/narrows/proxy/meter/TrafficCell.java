package io.narrows.proxy.meter;

import io.narrows.config.Location;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counters of one set of labels. Event loops add, scrapes read; adding takes no lock.
 *
 * <p>Money is not added per frame: bytes are multiplied by the price when somebody looks, and what was counted under an
 * earlier price is settled first, so that a new tariff does not rewrite the past.
 */
public final class TrafficCell {
    private final TrafficLabels labels;
    private final LongAdder appBytes = new LongAdder();
    private final LongAdder wireBytes = new LongAdder();
    private final LongAdder frames = new LongAdder();
    private final LongAdder cpuNanos = new LongAdder();
    private final LongAdder wireHeaders = new LongAdder();
    private final LongAdder baselineHeaders = new LongAdder();

    private Location place;
    private double usdPerByte;
    private long settledBaselineBytes;
    private long settledWireBytes;
    private double settledBaselineUsd;
    private double settledWireUsd;

    /** @param place of the other end; null when that is not known, and then nothing is priced */
    TrafficCell(TrafficLabels labels, Location place) {
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

    /** Counts bytes at the link's socket. */
    public void wire(long bytes) {
        wireBytes.add(bytes);
    }

    /** Counts bytes that IP carried for the link beyond those at its socket: headers of IP and TCP, retransmissions. */
    public void wireHeaders(long bytes) {
        wireHeaders.add(bytes);
    }

    /** Counts bytes that IP would have carried for the applications' own connections beyond their payload. */
    public void baselineHeaders(long bytes) {
        baselineHeaders.add(bytes);
    }

    /** Counts processor time of the codec, in nanoseconds. */
    public void cpu(long nanos) {
        cpuNanos.add(nanos);
    }

    /** Since the start of the process; frames that are being counted may be missing. */
    public long appBytes() {
        return appBytes.sum();
    }

    /** Since the start of the process. */
    public long wireBytes() {
        return wireBytes.sum();
    }

    /** Wire bytes with their headers of IP and TCP and with retransmissions, since the start of the process. */
    public long wireIpBytes() {
        return wireBytes() + wireHeaders.sum();
    }

    /** App bytes as the applications' own connections would have carried them, headers included: a model. */
    public long baselineIpBytes() {
        return appBytes() + baselineHeaders.sum();
    }

    /** Data frames since the start of the process. */
    public long frames() {
        return frames.sum();
    }

    /** Processor time of the codec since the start of the process, in seconds: an estimate, see {@link CpuClock}. */
    public double cpuSeconds() {
        return cpuNanos.sum() / 1e9;
    }

    /** Cost of {@link #baselineIpBytes}, in US dollars. */
    public synchronized double baselineUsd() {
        return settledBaselineUsd + (baselineIpBytes() - settledBaselineBytes) * usdPerByte;
    }

    /** Cost of {@link #wireIpBytes}, in US dollars. */
    public synchronized double wireUsd() {
        return settledWireUsd + (wireIpBytes() - settledWireBytes) * usdPerByte;
    }

    /** The place whose price counts now; null when the other end is not known. */
    synchronized Location place() {
        return place;
    }

    /** Settles what was counted so far and takes the price of a place for what follows. */
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
