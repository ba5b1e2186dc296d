package io.narrows.estimate.report;

/** The packets' times do not give a capture a length, so its traffic has no rate. */
public final class NoRateException extends Exception {
    private NoRateException(String message) {
        super(message);
    }

    static NoRateException sameTime() {
        return new NoRateException(
                "all packets have the same time, so their traffic has no rate (expected: a capture of some seconds)");
    }

    static NoRateException impossibleTimes() {
        return new NoRateException(
                "packets are more than 292 years apart, so their traffic has no rate (expected: times"
                        + " of one capture; pcapng's if_tsresol and if_tsoffset may be wrong)");
    }
}
