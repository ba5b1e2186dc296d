package io.narrows.proxy.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.unix.RawUnixChannelOption;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Optional;

/**
 * State and counters of a TCP connection as the Linux kernel keeps them: {@code struct tcp_info} at one moment. Reading it
 * is one system call; the values do not change afterwards.
 *
 * <p>The struct is only ever extended at its end, in the byte order of the host. Fields that the running kernel does not
 * have read as 0. The times below are in milliseconds, everything else is a plain count:
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
    /** By the numbers of Linux: {@code IPPROTO_TCP} and {@code TCP_INFO}. */
    private static final RawUnixChannelOption TCP_INFO = new RawUnixChannelOption("TCP_INFO", 6, 11, 232);

    private final ByteBuffer fields;

    /** @param fields the struct, from 0 on */
    TcpInfo(ByteBuffer fields) {
        this.fields = fields.order(ByteOrder.nativeOrder());
    }

    /**
     * Reads the state of a channel's socket. Safe from any thread, but meant for the channel's event loop, on which the
     * channel cannot be closed meanwhile.
     *
     * @return empty when the channel is closed, and with NIO, which has no access to it
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

    /** State of the connection by the numbers of Linux; 1 is established. */
    public int state() {
        return byteAt(0);
    }

    /** Whether every segment carries timestamps. */
    public boolean timestamps() {
        return (byteAt(5) & 1) != 0;
    }

    /** Timeouts in a row of unacknowledged data that was sent within the receiver's window; 0 once any of it is acknowledged. */
    public int retransmits() {
        return byteAt(2);
    }

    /** Probes in a row, of a shut window or of keep-alive, that were not answered. */
    public int probes() {
        return byteAt(3);
    }

    /** Doublings of the timeout until the next retransmission or probe. */
    public int backoff() {
        return byteAt(4);
    }

    /** Largest payload of a segment that is sent, in bytes. */
    public long sendingSegmentSize() {
        return intAt(16);
    }

    /** Segments that were sent and are not acknowledged; a FIN counts as one. */
    public long unacknowledgedSegments() {
        return intAt(24);
    }

    /** Bytes in the send buffer that were not sent yet, for instance because the receiver's window is shut. */
    public long unsentBytes() {
        return intAt(144);
    }

    /** Time since the other end was last heard: data or an acknowledgement, answers to probes included. */
    public Duration silence() {
        return Duration.ofMillis(Math.min(intAt(52), intAt(56)));
    }

    /** Retransmitted segments since the connection began; wraps around. */
    public long totalRetransmissions() {
        return intAt(100);
    }

    /** Segments sent since the connection began, with retransmissions, SYN and pure acknowledgements; wraps around. */
    public long segmentsSent() {
        return intAt(136);
    }

    /** Segments received since the connection began, pure acknowledgements included; wraps around. */
    public long segmentsReceived() {
        return intAt(140);
    }

    /** Received segments that had a payload; wraps around. */
    public long dataSegmentsReceived() {
        return intAt(152);
    }

    /** Sent segments that had a payload, with retransmissions; wraps around. */
    public long dataSegmentsSent() {
        return intAt(156);
    }

    /** Payload bytes sent, with retransmissions; 0 before Linux 4.19. */
    public long bytesSent() {
        return fields.getLong(200);
    }

    /** Payload bytes that were sent again; 0 before Linux 4.19. */
    public long bytesRetransmitted() {
        return fields.getLong(208);
    }

    /** Received segments that arrived ahead of a missing one; wraps around; 0 before Linux 5.4. */
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
