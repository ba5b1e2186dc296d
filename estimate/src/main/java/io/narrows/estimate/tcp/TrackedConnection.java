package io.narrows.estimate.tcp;

import io.narrows.estimate.pcap.TcpSegment;
import org.jspecify.annotations.Nullable;

/** A connection of {@link ConnectionTable}: its addresses, its two flows, and its place in a {@link RecencyList}. */
final class TrackedConnection {
    final int hash;

    /** The neighbors in the list that this connection is in. */
    @Nullable
    TrackedConnection older;

    @Nullable
    TrackedConnection newer;

    private final long clientHigh;
    private final long clientLow;
    private final long serverHigh;
    private final long serverLow;
    private final int ports;
    private final Opening opening;
    private final StreamConsumer consumer;
    private final Counters counters;
    private final Flow fromClient;
    private final Flow fromServer;
    private boolean ending;
    private boolean closed;
    private long lastNanos;

    /**
     * @param first the first segment of the connection
     * @param sentByClient whether the client sent it
     */
    TrackedConnection(
            TcpSegment first,
            boolean sentByClient,
            Opening opening,
            StreamConsumer consumer,
            Counters counters,
            WaitingBytes waiting) {
        this.hash = ConnectionTable.hash(first);
        this.clientHigh = sentByClient ? first.sourceHigh() : first.destinationHigh();
        this.clientLow = sentByClient ? first.sourceLow() : first.destinationLow();
        this.serverHigh = sentByClient ? first.destinationHigh() : first.sourceHigh();
        this.serverLow = sentByClient ? first.destinationLow() : first.sourceLow();
        this.ports = sentByClient ? first.ports() : swapped(first.ports());
        this.opening = opening;
        this.consumer = consumer;
        this.counters = counters;
        this.fromClient = new Flow(Direction.FROM_CLIENT, consumer, counters, waiting);
        this.fromServer = new Flow(Direction.FROM_SERVER, consumer, counters, waiting);
    }

    private static int swapped(int ports) {
        return ports << 16 | ports >>> 16;
    }

    boolean owns(TcpSegment segment) {
        return isFromClient(segment)
                || segment.ports() == swapped(ports)
                        && segment.sourceLow() == serverLow
                        && segment.destinationLow() == clientLow
                        && segment.sourceHigh() == serverHigh
                        && segment.destinationHigh() == clientHigh;
    }

    private boolean isFromClient(TcpSegment segment) {
        return segment.ports() == ports
                && segment.sourceLow() == clientLow
                && segment.destinationLow() == serverLow
                && segment.sourceHigh() == clientHigh
                && segment.destinationHigh() == serverHigh;
    }

    /** Returns whether a segment of these addresses begins another connection: a SYN with a number that is not this one's. */
    boolean isReplacedBy(TcpSegment segment) {
        if (!segment.isSyn()) {
            return false;
        }
        Flow flow = isFromClient(segment) ? fromClient : fromServer;
        if (flow.beganAt(segment.sequence() + 1)) {
            return false;
        }
        return closed || opening == Opening.JOINED || flow.isCertain();
    }

    /** Handles a segment of this connection, and reports the connection's end if this is it. */
    void accept(TcpSegment segment) {
        long nanos = segment.nanos();
        lastNanos = nanos;
        if (closed) {
            counters.unassigned++;
            counters.unassignedBytes += segment.length();
            return;
        }
        boolean sentByClient = isFromClient(segment);
        Flow flow = sentByClient ? fromClient : fromServer;
        Flow opposite = sentByClient ? fromServer : fromClient;
        flow.giveUpAcknowledged(nanos);
        opposite.giveUpAcknowledged(nanos);
        if (segment.isAck()) {
            acknowledge(opposite, segment.acknowledgment(), nanos);
        }
        if (segment.isReset()) {
            close(Ending.RESET, nanos);
            return;
        }
        int sequence = segment.isSyn() ? segment.sequence() + 1 : segment.sequence();
        if (!flow.isStarted()) {
            flow.start(sequence);
        }
        int length = segment.length();
        flow.accept(sequence, segment.payload(), length, nanos);
        if (segment.isFin()) {
            ending = true;
            flow.finish(sequence + length);
        }
        flow.giveUpAcknowledged(nanos);
        opposite.giveUpAcknowledged(nanos);
        if (flow.isFinished() && opposite.isFinished()) {
            close(Ending.FINISHED, nanos);
        }
    }

    private void acknowledge(Flow flow, int acknowledgment, long nanos) {
        if (flow.isStarted()) {
            flow.acknowledge(acknowledgment, nanos);
        } else if (opening == Opening.JOINED) {
            flow.startTentatively(acknowledgment);
        } else {
            flow.start(acknowledgment);
        }
    }

    /** Gives up what is missing, and reports the end, unless that was done before. */
    void close(Ending how, long nanos) {
        if (!closed) {
            closed = true;
            ending = true;
            fromClient.end(nanos);
            fromServer.end(nanos);
            consumer.closed(how, nanos);
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Returns whether one side has begun to close the connection. */
    boolean isEnding() {
        return ending;
    }

    /** Returns the time of its last packet. */
    long lastNanos() {
        return lastNanos;
    }
}
