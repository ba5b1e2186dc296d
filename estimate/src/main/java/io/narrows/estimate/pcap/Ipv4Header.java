package io.narrows.estimate.pcap;

import java.nio.ByteBuffer;

/** The header of IPv4 (RFC 791). */
final class Ipv4Header {
    static final int TCP = 6;

    /** Longest packet that segmentation offload passes on; the length field does not hold it (Linux: BIG TCP). */
    static final long LONGEST_OFFLOADED = 512 << 10;

    private static final int SHORTEST = 20;
    private static final int MORE_FRAGMENTS_OR_OFFSET = 0x3FFF;

    private Ipv4Header() {}

    /** @param wire bytes of the packet on the wire, from this header on, padding included */
    static PacketKind decode(ByteBuffer data, int at, long wire, long nanos, TcpSegment segment) {
        if (data.limit() - at < SHORTEST) {
            return PacketKind.HEADERS_CUT;
        }
        if (data.get(at + 9) != TCP) {
            return PacketKind.NOT_TCP;
        }
        if ((data.getShort(at + 6) & MORE_FRAGMENTS_OR_OFFSET) != 0) {
            return PacketKind.FRAGMENT;
        }
        int header = (data.get(at) & 0xF) * 4;
        int total = Short.toUnsignedInt(data.getShort(at + 2));
        long length = total == 0 ? wire : total; // 0: the network card would have filled it in
        if (header < SHORTEST || length < header || length > LONGEST_OFFLOADED) {
            return PacketKind.MALFORMED;
        }
        segment.addresses(data.getInt(at + 12), data.getInt(at + 16));
        return TcpHeader.decode(data, at + header, (int) length - header, nanos, segment);
    }
}
