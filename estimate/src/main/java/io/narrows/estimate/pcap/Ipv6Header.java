package io.narrows.estimate.pcap;

import java.nio.ByteBuffer;

/** The header of IPv6 with its extension headers (RFC 8200). */
final class Ipv6Header {
    private static final int FIXED = 40;
    private static final int SHORTEST_EXTENSION = 8;
    private static final int MOST_EXTENSIONS = 64;

    private static final int HOP_BY_HOP = 0;
    private static final int ROUTING = 43;
    private static final int FRAGMENT = 44;
    private static final int AUTHENTICATION = 51;
    private static final int DESTINATION_OPTIONS = 60;
    private static final int MOBILITY = 135;
    private static final int HOST_IDENTITY = 139;
    private static final int SHIM6 = 140;

    /** Offset and "more fragments" of the fragment header; the bits between them are reserved. */
    private static final int OFFSET_OR_MORE = 0xFFF9;

    private Ipv6Header() {}

    /** @param wire bytes of the packet on the wire, from this header on, padding included */
    static PacketKind decode(ByteBuffer data, int at, long wire, long nanos, TcpSegment segment) {
        if (data.limit() - at < FIXED) {
            return PacketKind.HEADERS_CUT;
        }
        int payload = Short.toUnsignedInt(data.getShort(at + 4));
        long length = payload == 0 ? wire - FIXED : payload; // 0: a jumbogram, or segmentation offload
        if (length < 0 || length > Ipv4Header.LONGEST_OFFLOADED) {
            return PacketKind.MALFORMED;
        }
        segment.addresses(data.getLong(at + 8), data.getLong(at + 16), data.getLong(at + 24), data.getLong(at + 32));
        int next = data.get(at + 6) & 0xFF;
        int header = at + FIXED;
        int left = (int) length;
        for (int i = 0; i < MOST_EXTENSIONS; i++) {
            if (next == Ipv4Header.TCP) {
                return TcpHeader.decode(data, header, left, nanos, segment);
            }
            if (!isExtension(next)) {
                return PacketKind.NOT_TCP;
            }
            if (data.limit() - header < SHORTEST_EXTENSION) {
                return PacketKind.HEADERS_CUT;
            }
            if (next == FRAGMENT && (data.getShort(header + 2) & OFFSET_OR_MORE) != 0) {
                return (data.get(header) & 0xFF) == Ipv4Header.TCP ? PacketKind.FRAGMENT : PacketKind.NOT_TCP;
            }
            int extension = extensionLength(next, data.get(header + 1) & 0xFF);
            if (extension > left) {
                return PacketKind.MALFORMED;
            }
            next = data.get(header) & 0xFF;
            header += extension;
            left -= extension;
        }
        return PacketKind.MALFORMED;
    }

    private static boolean isExtension(int number) {
        return switch (number) {
            case HOP_BY_HOP, ROUTING, FRAGMENT, AUTHENTICATION, DESTINATION_OPTIONS, MOBILITY, HOST_IDENTITY, SHIM6 ->
                true;
            default -> false;
        };
    }

    private static int extensionLength(int number, int field) {
        return switch (number) {
            case FRAGMENT -> SHORTEST_EXTENSION;
            case AUTHENTICATION -> (field + 2) * 4; // RFC 4302
            default -> (field + 1) * 8;
        };
    }
}
