package io.narrows.proxy.meter;

import java.util.function.LongSupplier;

/**
 * Cost of the whole process's processor time, at the prices that were in force when it was used. The cost of startup,
 * until the sidecar is ready, is also recorded separately, since extrapolating it to a month would be meaningless.
 * Thread-safe.
 */
public final class CpuBill {
    private static final double NANOS_PER_HOUR = 3_600e9;

    private final LongSupplier processCpuNanos;
    private double usdPerCoreHour;
    private long settledNanos;
    private double settledUsd;
    private boolean starting = true;
    private double startUsd;

    /**
     * @param processCpuNanos processor time of the process since its start, in nanoseconds
     * @param usdPerCoreHour US dollars for one processor for one hour, from 0
     */
    public CpuBill(LongSupplier processCpuNanos, double usdPerCoreHour) {
        this.processCpuNanos = processCpuNanos;
        this.usdPerCoreHour = usdPerCoreHour;
    }

    /** Returns the cost since the start of the process, in US dollars; never decreases. */
    public synchronized double usd() {
        return usdUpTo(processCpuNanos.getAsLong());
    }

    /** Returns the part of {@link #usd} spent on startup, which grows until startup has ended. */
    public synchronized double startUsd() {
        return starting ? usd() : startUsd;
    }

    /** Ends the startup phase. */
    public synchronized void started() {
        startUsd = startUsd();
        starting = false;
    }

    /** Counts the time used so far, and until {@link #started}, as startup time. */
    public synchronized void starting() {
        starting = true;
    }

    /** Settles the time used so far and applies a new price from now on. */
    public synchronized void reprice(double newUsdPerCoreHour) {
        long now = processCpuNanos.getAsLong();
        settledUsd = usdUpTo(now);
        settledNanos = now;
        usdPerCoreHour = newUsdPerCoreHour;
    }

    private double usdUpTo(long nanos) {
        return settledUsd + (nanos - settledNanos) * usdPerCoreHour / NANOS_PER_HOUR;
    }
}
