package io.narrows.estimate.pcap;

import java.nio.ByteBuffer;

/** Finds the TCP segment of a packet: link header, VLAN tags, IPv4 or IPv6 header, TCP header. */
public final class PacketDecoder {
    private PacketDecoder() {}

    /** Decodes the headers of a packet into the segment, which has meaning only if the result is {@link PacketKind#TCP}. */
    public static PacketKind decode(Packet packet, TcpSegment segment) {
        ByteBuffer data = packet.data();
        int start = data.position();
        int at = LinkHeader.ipHeader(packet.linkType(), data);
        if (at < 0) {
            return at == LinkHeader.CUT ? cut(packet) : PacketKind.NOT_IP;
        }
        if (at >= data.limit()) {
            return cut(packet);
        }
        long wire = packet.originalLength() - (at - start);
        PacketKind kind = data.get(at) >>> 4 == 4
                ? Ipv4Header.decode(data, at, wire, packet.nanos(), segment)
                : Ipv6Header.decode(data, at, wire, packet.nanos(), segment);
        return kind == PacketKind.HEADERS_CUT ? cut(packet) : kind;
    }

    /** Returns the kind of a packet that ends within its headers: whether that is due to the capture. */
    private static PacketKind cut(Packet packet) {
        return packet.originalLength() > packet.length() ? PacketKind.HEADERS_CUT : PacketKind.MALFORMED;
    }
}
