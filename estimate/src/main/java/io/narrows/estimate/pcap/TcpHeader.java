package io.narrows.estimate.pcap;

import java.nio.ByteBuffer;

/** The header of TCP (RFC 9293). */
final class TcpHeader {
    private static final int SHORTEST = 20;

    private TcpHeader() {}

    /** @param length of the segment on the wire, header included */
    static PacketKind decode(ByteBuffer data, int at, int length, long nanos, TcpSegment segment) {
        if (length < SHORTEST) {
            return PacketKind.MALFORMED;
        }
        int captured = Math.min(data.limit() - at, length);
        if (captured < SHORTEST) {
            return PacketKind.HEADERS_CUT;
        }
        int header = (data.get(at + 12) & 0xF0) >>> 2;
        if (header < SHORTEST || header > length) {
            return PacketKind.MALFORMED;
        }
        segment.header(nanos, data.getInt(at), data.getInt(at + 4), data.getInt(at + 8), data.get(at + 13));
        int end = at + captured;
        int payload = Math.min(at + header, end);
        segment.payload(data, payload, end, length - header - (end - payload));
        return PacketKind.TCP;
    }
}
