package io.narrows.estimate.run;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The directions with bytes that wait for others of the same read, in the order of their last bytes. Bytes of idle
 * connections leave it after at most {@link ReadCutter#GAP_NANOS} of the capture, so it does not grow with the connections.
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
