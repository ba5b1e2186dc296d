package io.narrows.proxy.sample;

import io.narrows.codec.PackedFormat;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * Sums over the last {@value #MINUTES} minutes, of which each is kept on its own, and over all time. Safe for use by many
 * threads.
 */
final class WhatIfWindow {
    static final int MINUTES = 10;

    private static final long MINUTE_NANOS = 60_000_000_000L;

    private final long[] minutes = new long[MINUTES];
    private final SampleSums[] sums = new SampleSums[MINUTES];
    private final long[] unpackedAt = new long[PackedFormat.values().length];
    private final Set<PackedFormat> unpacked = EnumSet.noneOf(PackedFormat.class);
    private SampleSums total = SampleSums.NONE;

    WhatIfWindow() {
        Arrays.fill(sums, SampleSums.NONE);
    }

    /** @param now on the nano clock */
    synchronized void add(SampleSums added, long now) {
        long minute = Math.floorDiv(now, MINUTE_NANOS);
        int at = Math.floorMod(minute, MINUTES);
        sums[at] = minutes[at] == minute ? sums[at].plus(added) : added;
        minutes[at] = minute;
        total = total.plus(added);
    }

    /** Adds figures of bytes of which something in some formats was unpacked. */
    synchronized void add(SampleSums added, Set<PackedFormat> formats, long now) {
        add(added, now);
        unpacked.addAll(formats);
        formats.forEach(format -> unpackedAt[format.ordinal()] = Math.floorDiv(now, MINUTE_NANOS));
    }

    /** Returns the formats that were unpacked at any time. */
    synchronized Set<PackedFormat> formats() {
        return EnumSet.copyOf(unpacked);
    }

    /** Returns the formats that were unpacked in the last minutes. */
    synchronized Set<PackedFormat> formats(long now) {
        long minute = Math.floorDiv(now, MINUTE_NANOS);
        Set<PackedFormat> recent = EnumSet.copyOf(unpacked);
        recent.removeIf(format -> minute - unpackedAt[format.ordinal()] >= MINUTES);
        return recent;
    }

    synchronized SampleSums total() {
        return total;
    }

    synchronized SampleSums sum(long now) {
        long minute = Math.floorDiv(now, MINUTE_NANOS);
        SampleSums all = SampleSums.NONE;
        for (int at = 0; at < MINUTES; at++) {
            if (minute - minutes[at] < MINUTES) {
                all = all.plus(sums[at]);
            }
        }
        return all;
    }
}
