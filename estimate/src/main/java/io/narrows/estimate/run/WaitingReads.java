package io.narrows.estimate.run;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The directions with bytes that wait for the rest of their write, in the order in which they began to wait. Bytes of idle
 * connections leave it after {@link ReadCutter#GAP_NANOS} of the capture, so it does not grow with the connections.
 */
final class WaitingReads {
    private final Set<ReadCutter> waiting = new LinkedHashSet<>();

    /** Notes whether a direction waits after a segment. */
    void update(ReadCutter cutter) {
        waiting.remove(cutter);
        if (cutter.isWaiting()) {
            waiting.add(cutter);
        }
    }

    /** Ends the reads that nothing followed in time. */
    void flushDue(long nanos) {
        Iterator<ReadCutter> oldest = waiting.iterator();
        while (oldest.hasNext()) {
            ReadCutter cutter = oldest.next();
            if (!cutter.isDue(nanos)) {
                return;
            }
            oldest.remove();
            cutter.flush();
        }
    }
}
