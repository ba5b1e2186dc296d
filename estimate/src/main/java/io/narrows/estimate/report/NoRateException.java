package io.narrows.estimate.report;

/** All packets of a capture have the same time, so its traffic has no rate. */
public final class NoRateException extends Exception {
    NoRateException() {
        super("all packets have the same time, so their traffic has no rate (expected: a capture of some seconds)");
    }
}
