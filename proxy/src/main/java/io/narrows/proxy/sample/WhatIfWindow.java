package io.narrows.proxy.sample;

import java.util.Arrays;

/**
 * Sums over the last {@value #MINUTES} minutes, of which each is kept on its own, and over all time. Safe for use by many
 * threads.
 */
final class WhatIfWindow {
    static final int MINUTES = 10;

    private static final long MINUTE_NANOS = 60_000_000_000L;

    private final long[] minutes = new long[MINUTES];
    private final SampleSums[] sums = new SampleSums[MINUTES];
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
