package io.narrows.proxy.link.bill;

import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.meter.TrafficCell;
import io.narrows.proxy.meter.TrafficMeter;
import io.narrows.proxy.transport.TcpInfo;
import io.netty.channel.Channel;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Accounts for the TCP and IP headers of a link and of the application's connection that it replaces. The link's
 * headers come from the kernel's counters, read once a round and before the connection is closed; the application's are
 * modeled:
 *
 * <pre>
 *  each write of the application     cut by the segment size of the link
 *  acknowledgments                   every second segment, at the link's rate of separate acknowledgments
 *  retransmissions                   at the link's rate
 *  handshake and end                 SYN, SYN and ACK, ACK; FIN, FIN and ACK, ACK
 * </pre>
 *
 * <p>Acknowledgments are booked to the direction in which they travel, and to the class and codec that they
 * acknowledge. Each frame costs only a few additions. Used on the link's event loop only, except where noted. See
 * docs/metrics.md.
 */
public final class LinkBill {
    private final Channel channel;
    private final boolean dialled;
    private final @Nullable ModelledSegments modelled;
    private final CellShares sent;
    private final CellShares received;
    private final AppWrites written = new AppWrites();
    private final AppWrites delivered = new AppWrites();
    private final AckRatio sentRatio = new AckRatio();
    private final AckRatio receivedRatio = new AckRatio();

    private IpHeaders headers;
    private SegmentCounts counted = SegmentCounts.NONE;
    private @Nullable ControlCells control;
    private @Nullable TrafficCell lastReceived;
    private long connectionSent;
    private long connectionReceived;
    private long payloadLeft;
    private long waitedLast;
    private long askedOfPeer;
    private long askedOfUs;
    private boolean active = true;
    private boolean begun;
    private boolean closed;
    private volatile long sentBytes;
    private volatile long receivedBytes;

    /** The cells for headers that belong to no frame. */
    private record ControlCells(TrafficCell sent, TrafficCell received) {}

    /** @param dialled whether this side opened the connection */
    public LinkBill(Channel channel, boolean dialled, TrafficMeter traffic) {
        this.channel = channel;
        this.dialled = dialled;
        this.sent = new CellShares(traffic);
        this.received = new CellShares(traffic);
        this.modelled = TcpInfo.of(channel).isPresent() ? null : new ModelledSegments(dialled);
        this.headers = IpHeaders.of(channel, true, 0);
    }

    /** Sets the cells for headers that belong to no frame: handshake and hellos. */
    public void control(TrafficCell sentCell, TrafficCell receivedCell) {
        control = new ControlCells(sentCell, receivedCell);
    }

    // ---- on the link

    /** Counts bytes of any kind that were or are about to be written to the link's socket. */
    void payloadSent(TrafficCell cell, long bytes) {
        sent.payload(cell, bytes);
        active = true;
    }

    /** Counts bytes that were read from the link's socket. */
    void payloadReceived(TrafficCell cell, long bytes) {
        received.payload(cell, bytes);
        if (closed) {
            received.bookLeft(received.waiting());
        }
    }

    /** Counts a sent frame. */
    void frameSent(TrafficCell cell, int bytes) {
        sent.wire(cell, bytes);
        askedOfPeer += acknowledgements(bytes);
        active = true;
    }

    /** Counts a received frame. */
    void frameReceived(TrafficCell cell, long bytes) {
        received.wire(cell, bytes);
        askedOfUs += acknowledgements(bytes);
        lastReceived = cell;
        active = true;
    }

    private long acknowledgements(long bytes) {
        return bytes <= headers.payload() ? 1 : AppWrites.acknowledgements(headers.segments(bytes));
    }

    void socketWritten(int bytes) {
        if (modelled != null) {
            modelled.written(bytes);
        }
    }

    void socketFlushed() {
        if (modelled != null) {
            modelled.flushed(headers);
        }
    }

    void socketRead(int bytes) {
        if (modelled != null) {
            modelled.read(bytes, headers);
        }
    }

    // ---- for the application's own connection

    /** Adds bytes to the application's current write. */
    public void appWritten(int bytes) {
        written.add(bytes);
    }

    /** Completes the application's current write. */
    public void appWriteEnded() {
        written.end(headers);
    }

    /** Counts the app bytes of a sent frame. */
    void appSent(TrafficCell cell, int bytes) {
        cell.frame(bytes);
        sent.app(cell, bytes);
    }

    /** Counts the app bytes of the last received frame. A frame that is not full ends a write of the application. */
    public void appReceived(int bytes) {
        received.app(Objects.requireNonNull(lastReceived), bytes);
        delivered.add(bytes);
        if (bytes != FrameDescriptor.MAX_APP_BYTES && bytes != FrameDescriptor.SLOW_FRAME_BYTES) {
            delivered.end(headers);
        }
    }

    /** Counts the handshake of the application's connection. */
    public void connectionOpened() {
        int syn = headers.segment() + headers.synExtra();
        int acknowledgement = headers.segment();
        connectionSent += dialled ? syn + acknowledgement : syn;
        connectionReceived += dialled ? syn : syn + acknowledgement;
    }

    /**
     * Counts the regular end of the application's connection, with both directions closed.
     *
     * @param here whether this side's application closed its direction first
     */
    public void connectionEnded(boolean here) {
        int first = 2 * headers.segment();
        int second = headers.segment();
        connectionSent += here ? first : second;
        connectionReceived += here ? second : first;
        active = true;
    }

    // ---- booking

    /** Reads the kernel's counters and books the increase; does nothing if the link was silent since the last round. */
    public void round() {
        if (active && !closed && control != null) {
            active = false;
            readAndBook(control, false);
        }
    }

    /** Books the last round before the channel is closed; the segments that follow are modeled. */
    void close() {
        if (!closed && control != null) {
            written.end(headers);
            delivered.end(headers);
            readAndBook(control, true);
            closed = true;
        }
    }

    private void readAndBook(ControlCells cells, boolean closing) {
        Optional<TcpInfo> info = TcpInfo.of(channel);
        bookPayload(info);
        SegmentCounts now;
        if (info.isPresent()) {
            now = SegmentCounts.of(info.get());
            headers = IpHeaders.of(
                    channel, info.get().timestamps(), (int) info.get().sendingSegmentSize());
        } else if (modelled != null) {
            now = modelled.counts();
        } else {
            now = counted; // the socket is gone
        }
        sent.weigh(headers);
        received.weigh(headers);
        SegmentCounts news = now.since(counted);
        if (news.sent() > 0 || news.received() > 0) {
            active |= !closing; // acknowledgments of these may follow
        }
        counted = now;
        observe(news);
        bookLink(cells, news, closing ? ClosingSegments.after(info) : ClosingSegments.NONE);
        begun = true;
        bookBaseline(cells, news);
        if (closing || sent.carriedApp() || received.carriedApp()) {
            bookConnection(cells);
        }
    }

    /**
     * Books the payload that was sent: all of it if there are no kernel counters, and all except the bytes that were
     * waiting at the last round if the socket is gone, since a cut link has usually stalled before.
     */
    private void bookPayload(Optional<TcpInfo> info) {
        received.bookLeft(received.waiting());
        long left = sent.waiting();
        if (info.filter(read -> read.bytesSent() > 0).isPresent()) {
            long total = info.get().bytesSent() - info.get().bytesRetransmitted();
            left = Math.max(0, Math.min(left, total - payloadLeft));
        } else if (info.isEmpty() && modelled == null) {
            left = Math.max(0, left - waitedLast);
        }
        sent.bookLeft(left);
        payloadLeft += left;
        waitedLast = sent.waiting();
        active |= waitedLast > 0;
    }

    /**
     * Updates the rates of separate acknowledgments. Skips the first reading, whose empty segments are those of the
     * handshake.
     */
    private void observe(SegmentCounts news) {
        if (begun) {
            sentRatio.observe(askedOfUs, news.acknowledgementsSent());
            receivedRatio.observe(askedOfPeer, news.acknowledgementsReceived());
        }
        askedOfUs = 0;
        askedOfPeer = 0;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only the link's event loop writes
    private void bookLink(ControlCells cells, SegmentCounts news, ClosingSegments closing) {
        long segment = headers.segment();
        long sentAcks = segment * (news.acknowledgementsSent() + closing.sent())
                + syns(true)
                + news.outOfOrder() * IpHeaders.SACK_BLOCK;
        long receivedAcks = segment * (news.acknowledgementsReceived() + closing.received()) + syns(false);
        sent.headers(segment * news.dataSent() + news.payloadResent(), cells.sent());
        received.acknowledgements(sentAcks, cells.sent());
        received.headers(segment * news.dataReceived(), cells.received());
        sent.acknowledgements(receivedAcks, cells.received());
        sentBytes += segment * news.dataSent() + news.payloadResent() + sentAcks;
        receivedBytes += segment * news.dataReceived() + receivedAcks;
    }

    /**
     * Returns SYN bytes missing in the counters: the kernel counts a sent SYN like any segment and does not count the
     * SYN-ACK.
     */
    private long syns(boolean sending) {
        if (begun) {
            return 0;
        }
        return sending && !dialled ? headers.segment() + headers.synExtra() : headers.synExtra();
    }

    private void bookBaseline(ControlCells cells, SegmentCounts news) {
        double again = news.resendRate();
        long segment = headers.segment();
        sent.baselineHeaders(
                Math.round(segment * written.segments() * (1 + again) + written.bytes() * again), cells.sent());
        received.baselineHeaders(segment * delivered.segments(), cells.received());
        received.baselineAcknowledgements(
                Math.round(segment * delivered.acknowledgements() * sentRatio.value()), cells.sent());
        sent.baselineAcknowledgements(
                Math.round(segment * written.acknowledgements() * receivedRatio.value()), cells.received());
        written.clear();
        delivered.clear();
    }

    /** Books the handshake and end of the application's connection to the cells that carried its bytes. */
    private void bookConnection(ControlCells cells) {
        if (sent.carriedApp()) {
            sent.baselineHeaders(connectionSent, cells.sent());
            sent.baselineAcknowledgements(connectionReceived, cells.received());
        } else {
            received.baselineAcknowledgements(connectionSent, cells.sent());
            received.baselineHeaders(connectionReceived, cells.received());
        }
        connectionSent = 0;
        connectionReceived = 0;
    }

    // ---- for the admin port

    /** Returns whether the counts come from the kernel rather than from a model. Safe from any thread. */
    public boolean isRead() {
        return modelled == null;
    }

    /** Returns the headers and retransmissions sent on the link, in bytes. Safe from any thread. */
    public long headersSent() {
        return sentBytes;
    }

    /** Returns the headers and retransmissions received on the link, in bytes. Safe from any thread. */
    public long headersReceived() {
        return receivedBytes;
    }
}
