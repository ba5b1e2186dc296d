package io.narrows.estimate.run;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The directions whose bytes linger, in the order of their last reads. The next read of a direction ends a wait that was long
 * enough; waits of idle connections end here, so that no more bytes wait than are sent within some seconds of the capture.
 */
final class LingeringReads {
    /** More than the second for which a rule may let bytes linger, with the time in which a read waits for its segments. */
    static final long LONGEST_NANOS = 2_000_000_000L;

    private final Set<LingeringBytes> waiting = new LinkedHashSet<>();

    /** Notes whether a direction waits. */
    void update(LingeringBytes bytes) {
        waiting.remove(bytes);
        if (!bytes.isEmpty()) {
            waiting.add(bytes);
        }
    }

    /** Ends the waits that have been too long for any rule. */
    void flushDue(long nanos) {
        Iterator<LingeringBytes> oldest = waiting.iterator();
        while (oldest.hasNext()) {
            LingeringBytes bytes = oldest.next();
            if (nanos - bytes.since() <= LONGEST_NANOS) {
                return;
            }
            oldest.remove();
            bytes.flush();
        }
    }
}
