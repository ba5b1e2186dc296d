package io.narrows.estimate.pcap;

import java.nio.ByteBuffer;

/**
 * The TCP segment that {@link PacketDecoder} has found last. Its payload is valid until the next packet is read. IPv4
 * addresses are mapped to IPv6 ({@code ::ffff:a.b.c.d}).
 */
public final class TcpSegment {
    private static final int FIN = 1;
    private static final int SYN = 2;
    private static final int RST = 4;
    private static final int ACK = 16;
    private static final long IPV4_MAPPED = 0xFFFF_0000_0000L;
    private static final long UNSIGNED = 0xFFFF_FFFFL;

    private final BufferView view = new BufferView();
    private long nanos;
    private long sourceHigh;
    private long sourceLow;
    private long destinationHigh;
    private long destinationLow;
    private int ports;
    private int sequence;
    private int acknowledgment;
    private int flags;
    private int missing;

    void addresses(long sourceHigh, long sourceLow, long destinationHigh, long destinationLow) {
        this.sourceHigh = sourceHigh;
        this.sourceLow = sourceLow;
        this.destinationHigh = destinationHigh;
        this.destinationLow = destinationLow;
    }

    void addresses(int source, int destination) {
        addresses(0, IPV4_MAPPED | source & UNSIGNED, 0, IPV4_MAPPED | destination & UNSIGNED);
    }

    void header(long nanos, int ports, int sequence, int acknowledgment, int flags) {
        this.nanos = nanos;
        this.ports = ports;
        this.sequence = sequence;
        this.acknowledgment = acknowledgment;
        this.flags = flags;
    }

    void payload(ByteBuffer data, int from, int to, int missing) {
        view.show(data, from, to);
        this.missing = missing;
    }

    /** Returns when it was captured, in nanoseconds since 1970. */
    public long nanos() {
        return nanos;
    }

    /** Returns the upper 64 bits of the sender's address. */
    public long sourceHigh() {
        return sourceHigh;
    }

    /** Returns the lower 64 bits of the sender's address. */
    public long sourceLow() {
        return sourceLow;
    }

    /** Returns the upper 64 bits of the receiver's address. */
    public long destinationHigh() {
        return destinationHigh;
    }

    /** Returns the lower 64 bits of the receiver's address. */
    public long destinationLow() {
        return destinationLow;
    }

    /** Returns both ports as they are in the header: that of the source in the upper 16 bits. */
    public int ports() {
        return ports;
    }

    public int sourcePort() {
        return ports >>> 16;
    }

    public int destinationPort() {
        return ports & 0xFFFF;
    }

    public int sequence() {
        return sequence;
    }

    public int acknowledgment() {
        return acknowledgment;
    }

    public boolean isSyn() {
        return (flags & SYN) != 0;
    }

    public boolean isAck() {
        return (flags & ACK) != 0;
    }

    public boolean isFin() {
        return (flags & FIN) != 0;
    }

    public boolean isReset() {
        return (flags & RST) != 0;
    }

    /** Returns the captured bytes of the payload, between position and limit. */
    public ByteBuffer payload() {
        return view.buffer();
    }

    /** Returns the bytes at the end of the payload that were not captured. */
    public int missing() {
        return missing;
    }

    /** Returns the length of the payload on the wire. */
    public int length() {
        return view.buffer().remaining() + missing;
    }
}
