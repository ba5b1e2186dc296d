package io.narrows.estimate.tcp;

import io.narrows.estimate.pcap.TcpSegment;
import org.jspecify.annotations.Nullable;

/**
 * Puts the segments of a capture together to connections with a stream in each direction. Segments may be out of order,
 * retransmitted, captured twice or lost; connections may have begun before the capture.
 *
 * <p>For one thread.
 */
public final class TcpAssembler {
    private final StreamListener listener;
    private final AssemblyLimits limits;
    private final long idleNanos;
    private final ConnectionTable table = new ConnectionTable();
    private final RecencyList open = new RecencyList();

    /** Connections of which one side has sent FIN or RST. They are remembered because late packets may follow. */
    private final RecencyList ending = new RecencyList();

    private final Counters counters = new Counters();
    private final WaitingBytes waiting;
    private long lastNanos;

    public TcpAssembler(StreamListener listener, AssemblyLimits limits) {
        this.listener = listener;
        this.limits = limits;
        this.idleNanos = limits.idle().toNanos();
        this.waiting = new WaitingBytes(limits);
    }

    /** Handles a segment, the next one of the capture. The position of its payload changes. */
    public void accept(TcpSegment segment) {
        lastNanos = segment.nanos();
        forgetIdle(lastNanos);
        TrackedConnection connection = table.find(segment);
        if (connection != null && connection.isReplacedBy(segment)) {
            forget(connection, Ending.REPLACED, lastNanos);
            connection = null;
        }
        if (connection == null) {
            connection = opened(segment);
        }
        if (connection == null) {
            counters.unassigned++;
            counters.unassignedBytes += segment.length();
            return;
        }
        boolean wasEnding = connection.isEnding();
        connection.accept(segment);
        if (wasEnding || !connection.isEnding()) {
            listOf(connection).touch(connection);
        } else {
            open.remove(connection);
            ending.add(connection);
        }
    }

    /** Returns a new connection, or null if the segment begins none. */
    private @Nullable TrackedConnection opened(TcpSegment segment) {
        Opening opening = opening(segment);
        if (opening == null) {
            return null;
        }
        if (table.size() >= limits.connections()) {
            forgetOldest();
        }
        boolean sentByClient = switch (opening) {
            case SYN -> true;
            case SYN_ACK -> false;
            case JOINED -> segment.destinationPort() <= segment.sourcePort();
        };
        Endpoint source = Endpoint.of(segment.sourceHigh(), segment.sourceLow(), segment.sourcePort());
        Endpoint destination =
                Endpoint.of(segment.destinationHigh(), segment.destinationLow(), segment.destinationPort());
        counters.connections++;
        if (opening == Opening.JOINED) {
            counters.joined++;
        }
        Connection description = sentByClient
                ? new Connection(counters.connections, source, destination, opening)
                : new Connection(counters.connections, destination, source, opening);
        StreamConsumer consumer = listener.opened(description, segment.nanos());
        TrackedConnection connection =
                new TrackedConnection(segment, sentByClient, opening, consumer, counters, waiting);
        table.add(connection);
        open.add(connection);
        return connection;
    }

    private static @Nullable Opening opening(TcpSegment segment) {
        if (segment.isReset()) {
            return null;
        }
        if (segment.isSyn()) {
            return segment.isAck() ? Opening.SYN_ACK : Opening.SYN;
        }
        return segment.length() > 0 ? Opening.JOINED : null;
    }

    private void forgetIdle(long nanos) {
        TrackedConnection oldest = ending.oldest();
        while (oldest != null && nanos - oldest.lastNanos() > idleNanos) {
            forget(oldest, Ending.IDLE, nanos);
            oldest = ending.oldest();
        }
    }

    private void forgetOldest() {
        TrackedConnection oldest = ending.oldest();
        if (oldest == null) {
            oldest = open.oldest();
        }
        if (oldest != null) {
            if (!oldest.isClosed()) {
                counters.evicted++;
            }
            forget(oldest, Ending.EVICTED, lastNanos);
        }
    }

    private void forget(TrackedConnection connection, Ending how, long nanos) {
        listOf(connection).remove(connection);
        table.remove(connection);
        connection.close(how, nanos);
    }

    private RecencyList listOf(TrackedConnection connection) {
        return connection.isEnding() ? ending : open;
    }

    /** Ends all connections that have not ended: the capture is over. */
    public void end() {
        for (RecencyList list : new RecencyList[] {ending, open}) {
            TrackedConnection oldest = list.oldest();
            while (oldest != null) {
                forget(oldest, Ending.CAPTURE_ENDED, lastNanos);
                oldest = list.oldest();
            }
        }
    }

    /** Returns the counts so far. */
    public StreamCounts counts() {
        return counters.counts();
    }

    /** Returns the connections that are tracked now, open or recently closed. */
    public int tracked() {
        return table.size();
    }

    /** Returns the bytes that wait behind gaps now, with their overhead. */
    public long waitingBytes() {
        return waiting.total();
    }
}
