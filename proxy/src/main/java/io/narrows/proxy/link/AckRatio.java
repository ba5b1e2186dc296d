package io.narrows.proxy.link;

/**
 * How many of the acknowledgements that a link's segments ask for travel by themselves: 1 where data goes one way, near 0
 * where answers carry them. Recent segments count more. Used on the link's event loop only.
 */
final class AckRatio {
    private static final long REMEMBERED = 256;

    /** Lost segments and a receiver that acknowledges each are answered more often than is asked for. */
    private static final double HIGHEST = 2;

    private double asked;
    private double seen;

    void observe(long askedFor, long acknowledgements) {
        asked += askedFor;
        seen += acknowledgements;
        if (asked > REMEMBERED) {
            double kept = REMEMBERED / asked;
            asked *= kept;
            seen *= kept;
        }
    }

    double value() {
        return asked == 0 ? 1 : Math.min(HIGHEST, seen / asked);
    }
}
