package io.narrows.proxy.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.unix.RawUnixChannelOption;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Optional;

/**
 * A snapshot of the Linux kernel's state and counters of a TCP connection, {@code struct tcp_info}. Reading it takes
 * one system call; the values do not change afterward.
 *
 * <p>The struct is only ever extended at its end, in the byte order of the host. Fields that the running kernel does
 * not have read as 0. The times below are in milliseconds, everything else is a plain count:
 *
 * <pre>
 *  offset  bytes  field                       offset  bytes  field
 *    0       1    state                         60      4    pmtu
 *    2       1    retransmits                  100      4    total_retrans
 *    3       1    probes                       120      8    bytes_acked
 *    4       1    backoff                      136      4    segs_out
 *   16       4    snd_mss                      140      4    segs_in
 *   24       4    unacked                      144      4    notsent_bytes
 *   44       4    last_data_sent               152      4    data_segs_in
 *   52       4    last_data_recv               156      4    data_segs_out
 *   56       4    last_ack_recv                200      8    bytes_sent      (Linux 4.19)
 *                                              208      8    bytes_retrans   (Linux 4.19)
 * </pre>
 *
 * <p>32-bit counters wrap around at 2^32; take differences modulo that.
 */
public final class TcpInfo {
    /** Linux's numbers of {@code IPPROTO_TCP} and {@code TCP_INFO}. */
    private static final RawUnixChannelOption TCP_INFO = new RawUnixChannelOption("TCP_INFO", 6, 11, 232);

    /** Linux's {@code TCP_CLOSE}. */
    private static final int CLOSED = 7;

    private final ByteBuffer fields;

    /** @param fields the struct, starting at index 0 */
    TcpInfo(ByteBuffer fields) {
        this.fields = fields.order(ByteOrder.nativeOrder());
    }

    /**
     * Reads the state of a channel's socket. Safe from any thread, but meant for the channel's event loop, where the
     * channel cannot be closed concurrently.
     *
     * @return empty if the channel is closed, and with NIO, which has no access to it
     */
    public static Optional<TcpInfo> of(Channel channel) {
        if (!channel.isOpen()) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(channel.config().getOption(TCP_INFO)).map(TcpInfo::new);
        } catch (ChannelException e) {
            return Optional.empty();
        }
    }

    /** Returns the state of the connection in Linux's numbers; 1 is established. */
    public int state() {
        return byteAt(0);
    }

    /** Returns whether both ends have closed the connection or one has reset it: its addresses are free for another. */
    public boolean isEnded() {
        return state() == CLOSED;
    }

    /** Returns whether every segment carries timestamps. */
    public boolean timestamps() {
        return (byteAt(5) & 1) != 0;
    }

    /** Returns the consecutive timeouts of data sent within the receiver's window; reset by an acknowledgment. */
    public int retransmits() {
        return byteAt(2);
    }

    /** Returns the consecutive unanswered probes of a closed window or of keep-alive. */
    public int probes() {
        return byteAt(3);
    }

    /** Returns the doublings of the timeout until the next retransmission or probe. */
    public int backoff() {
        return byteAt(4);
    }

    /** Returns the maximum payload of a sent segment, in bytes. */
    public long sendingSegmentSize() {
        return intAt(16);
    }

    /** Returns the sent but unacknowledged segments; a FIN counts as one. */
    public long unacknowledgedSegments() {
        return intAt(24);
    }

    /** Returns the unsent bytes in the send buffer, for instance because the receiver's window is closed. */
    public long unsentBytes() {
        return intAt(144);
    }

    /**
     * Returns the time since the last packet from the other end: data or an acknowledgment, including answers to
     * probes.
     */
    public Duration silence() {
        return Duration.ofMillis(Math.min(intAt(52), intAt(56)));
    }

    /** Returns the retransmitted segments since the start of the connection; wraps around. */
    public long totalRetransmissions() {
        return intAt(100);
    }

    /**
     * Returns the sent segments since the start of the connection, including retransmissions, SYN and pure
     * acknowledgments; wraps around.
     */
    public long segmentsSent() {
        return intAt(136);
    }

    /**
     * Returns the received segments since the start of the connection, including pure acknowledgments; wraps around.
     */
    public long segmentsReceived() {
        return intAt(140);
    }

    /** Returns the received segments with a payload; wraps around. */
    public long dataSegmentsReceived() {
        return intAt(152);
    }

    /** Returns the sent segments with a payload, including retransmissions; wraps around. */
    public long dataSegmentsSent() {
        return intAt(156);
    }

    /** Returns the sent payload bytes, including retransmissions; 0 before Linux 4.19. */
    public long bytesSent() {
        return fields.getLong(200);
    }

    /** Returns the retransmitted payload bytes; 0 before Linux 4.19. */
    public long bytesRetransmitted() {
        return fields.getLong(208);
    }

    /** Returns the received out-of-order segments; wraps around; 0 before Linux 5.4. */
    public long outOfOrderSegments() {
        return intAt(224);
    }

    private int byteAt(int offset) {
        return Byte.toUnsignedInt(fields.get(offset));
    }

    private long intAt(int offset) {
        return Integer.toUnsignedLong(fields.getInt(offset));
    }
}
