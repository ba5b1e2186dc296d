package io.narrows.estimate.run;

import io.narrows.proxy.link.unpack.UnpackingStream;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The directions in which the end of a piece is missing, in the order in which they began to wait. None waits longer than on a link, so
 * that no more bytes wait than a capture has in that time.
 */
final class PendingPieces {
    private final Set<UnpackedRuns> waiting = new LinkedHashSet<>();

    /** Notes that a direction waits since now. */
    void add(UnpackedRuns direction) {
        waiting.remove(direction);
        waiting.add(direction);
    }

    /** Notes that a direction does not wait. */
    void remove(UnpackedRuns direction) {
        waiting.remove(direction);
    }

    /** Has the pieces that waited too long go as they are. */
    void flushDue(long nanos) {
        Iterator<UnpackedRuns> oldest = waiting.iterator();
        while (oldest.hasNext()) {
            UnpackedRuns direction = oldest.next();
            if (nanos - direction.pendingSince() < UnpackingStream.LONGEST_DELAY) {
                return;
            }
            oldest.remove();
            direction.passPending();
        }
    }
}
