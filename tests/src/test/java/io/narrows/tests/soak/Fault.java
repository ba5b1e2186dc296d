package io.narrows.tests.soak;

import java.util.SplittableRandom;

/**
 * A fault to inject.
 *
 * @param pauseMillis time without faults before it
 * @param atNear whether it affects the near sidecar or the wire that leads to it, rather than the far ones
 * @param millis its duration
 * @param strength with a meaning specific to the kind, 0 to 99
 */
record Fault(Kind kind, int pauseMillis, boolean atNear, int millis, int strength) {
    /** The failures that a fault may cause. */
    enum Harm {
        /** No connection may fail. */
        NONE,
        /** Connections without a response yet may be reset, since the sidecars dial with a time limit. */
        OPENING,
        /** All connections may be reset. */
        ALL
    }

    /** The kinds of faults. */
    enum Kind {
        DELAY(4, Harm.NONE, 500, 4_000),
        SMALL_PIECES(3, Harm.NONE, 500, 4_000),
        GATHERED_READS(2, Harm.NONE, 500, 3_000),
        STALLED_WIRE(3, Harm.NONE, 300, 3_000),
        STALLED_SIDECAR(3, Harm.NONE, 300, 3_000),
        RELOAD(4, Harm.NONE, 0, 1),
        LOST_PACKETS(4, Harm.OPENING, 1_000, 4_000),
        OUTAGE(2, Harm.OPENING, 200, 2_500),
        CUT(4, Harm.ALL, 0, 1),
        KILL(3, Harm.ALL, 0, 1_500),
        DRAIN(2, Harm.ALL, 0, 500),
        DEAD_WIRE(1, Harm.ALL, 13_000, 16_000);

        private final int weight;
        private final Harm harm;
        private final int leastMillis;
        private final int mostMillis;

        Kind(int weight, Harm harm, int leastMillis, int mostMillis) {
            this.weight = weight;
            this.harm = harm;
            this.leastMillis = leastMillis;
            this.mostMillis = mostMillis;
        }

        Harm harm() {
            return harm;
        }

        private static Kind any(SplittableRandom random) {
            int sum = 0;
            for (Kind kind : values()) {
                sum += kind.weight;
            }
            int at = random.nextInt(sum);
            for (Kind kind : values()) {
                at -= kind.weight;
                if (at < 0) {
                    return kind;
                }
            }
            throw new IllegalStateException("weights do not add up");
        }
    }

    /** Returns the next fault of a schedule, determined by the seed of the random numbers. */
    static Fault next(SplittableRandom random) {
        Kind kind = Kind.any(random);
        return new Fault(
                kind,
                300 + random.nextInt(1_500),
                random.nextBoolean(),
                kind.leastMillis + random.nextInt(kind.mostMillis - kind.leastMillis),
                random.nextInt(100));
    }
}
