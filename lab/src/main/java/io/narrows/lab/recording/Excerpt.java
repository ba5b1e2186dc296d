package io.narrows.lab.recording;

import io.narrows.lab.trace.TraceConnection;
import io.narrows.lab.trace.TraceRecord;
import java.util.List;

/**
 * The part of a long recording worth playing: the beginning of each connection, which later data depends on, and a window of
 * time of all connections.
 *
 * @param fromNanos start of the window, since the recorder started
 * @param toNanos end of the window, exclusive
 */
record Excerpt(long fromNanos, long toNanos) {
    private static final long BEGINNING_NANOS = 250_000_000;

    List<TraceRecord> of(TraceConnection connection, List<TraceRecord> direction) {
        long begun = connection.startNanos() + BEGINNING_NANOS;
        return direction.stream()
                .filter(record -> record.nanos() < begun || record.nanos() >= fromNanos)
                .filter(record -> record.nanos() < toNanos)
                .toList();
    }
}
