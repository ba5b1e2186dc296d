package io.narrows.estimate.run;

import java.util.Set;

/**
 * Counts of the connections of a capture.
 *
 * @param connections those between known nodes
 * @param joined those of them that began before the capture, so that neither class nor history of their start is known
 * @param holes places where the capture lacks bytes; contexts end there
 * @param lostBytes the bytes that it lacks
 * @param contextsClosedEarly contexts that were closed for lack of memory, before the end of their connection
 * @param unknownConnections those with an address that has no place
 * @param unknownBytes their bytes, which are in no other figure
 * @param leftOutBytes bytes beyond {@link Estimate#MOST_CELLS}, which are in no other figure
 * @param unknownAddresses addresses without a place, at most {@link #MOST_ADDRESSES}
 */
public record EstimateCounts(
        long connections,
        long joined,
        long holes,
        long lostBytes,
        long contextsClosedEarly,
        long unknownConnections,
        long unknownBytes,
        long leftOutBytes,
        Set<String> unknownAddresses) {
    /** Maximum number of unknown addresses that are kept. */
    public static final int MOST_ADDRESSES = 100;

    public EstimateCounts {
        unknownAddresses = Set.copyOf(unknownAddresses);
    }
}
