package io.narrows.proxy.sample;

import java.util.Arrays;

/** Sums over the last {@value #MINUTES} minutes, of which each is kept on its own, and over all time. Safe for use by many threads. */
final class WhatIfWindow {
    static final int MINUTES = 10;

    private static final long MINUTE_NANOS = 60_000_000_000L;

    /** The sums of a minute, or of several. */
    record Sums(long appBytes, long wireBytes, long cpuNanos) {
        static final Sums NONE = new Sums(0, 0, 0);

        Sums plus(Sums other) {
            return new Sums(appBytes + other.appBytes, wireBytes + other.wireBytes, cpuNanos + other.cpuNanos);
        }
    }

    private final long[] minutes = new long[MINUTES];
    private final Sums[] sums = new Sums[MINUTES];
    private Sums total = Sums.NONE;

    WhatIfWindow() {
        Arrays.fill(sums, Sums.NONE);
    }

    /** @param now on the nano clock */
    synchronized void add(Sums added, long now) {
        long minute = Math.floorDiv(now, MINUTE_NANOS);
        int at = Math.floorMod(minute, MINUTES);
        sums[at] = minutes[at] == minute ? sums[at].plus(added) : added;
        minutes[at] = minute;
        total = total.plus(added);
    }

    synchronized Sums total() {
        return total;
    }

    synchronized Sums sum(long now) {
        long minute = Math.floorDiv(now, MINUTE_NANOS);
        Sums all = Sums.NONE;
        for (int at = 0; at < MINUTES; at++) {
            if (minute - minutes[at] < MINUTES) {
                all = all.plus(sums[at]);
            }
        }
        return all;
    }
}
