package io.narrows.cli.estimate;

import io.narrows.config.Objective;

/** The caution about an estimate of a policy with {@code codec: auto}. */
public final class AutoNote {
    private AutoNote() {}

    /** Returns a line without a full stop. */
    public static String of(Objective objective) {
        return switch (objective) {
            case LATENCY ->
                "codec auto counts as its first candidate: how long bytes would wait, which its objective latency"
                        + " minimizes, is unknown";
            case DOLLARS -> best("lowest price");
            case BYTES -> best("fewest bytes");
        };
    }

    private static String best(String best) {
        return "codec auto counts as the candidate with the " + best
                + " on each line; a sidecar chooses for each link, from its samples and within auto.cpu-budget";
    }
}
