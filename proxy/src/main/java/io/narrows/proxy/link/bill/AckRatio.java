package io.narrows.proxy.link.bill;

/**
 * The fraction of a link's acknowledgments that travel in separate segments: 1 for one-way data, near 0 if answers
 * carry them. Recent segments have more weight. Used on the link's event loop only.
 */
final class AckRatio {
    private static final long REMEMBERED = 256;

    /**
     * Above 1, since lost segments and receivers that acknowledge every segment cause more acknowledgments than
     * expected.
     */
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
