package io.narrows.estimate.pcap;

import java.nio.ByteBuffer;

/**
 * The headers before the IP header, by link type (<a href="https://www.tcpdump.org/linktypes.html">link-layer header
 * types</a>).
 *
 * <pre>
 * Ethernet                    Linux cooked v1             Linux cooked v2          BSD loopback
 *   0  48   destination         0  u16  packet type         0  u16  protocol         0  u32  address family
 *   6  48   source              2  u16  ARPHRD              2  u16  reserved
 *  12  u16  protocol            4  u16  address length      4  u32  interface
 *                               6  64   address             8  u16  ARPHRD
 *                              14  u16  protocol           10  u8   packet type
 *                                                          11  u8   address length
 *                                                          12  64   address
 * </pre>
 *
 * A VLAN tag (802.1Q, 802.1ad) is two bytes after its protocol number, followed by the next protocol number.
 */
final class LinkHeader {
    /** No IP packet. */
    static final int NONE = -1;

    /** The packet ends within the link header. */
    static final int CUT = -2;

    private static final int ETHERNET = 14;
    private static final int SLL = 16;
    private static final int SLL2 = 20;
    private static final int LOOPBACK = 4;

    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86DD;
    private static final int VLAN = 0x8100;
    private static final int PROVIDER_VLAN = 0x88A8;
    private static final int OLD_STACKED_VLAN = 0x9100;
    private static final int VLAN_TAG = 4;

    private LinkHeader() {}

    /** Returns the index of the IP header, whose version fits the link header, or {@link #NONE} or {@link #CUT}. */
    static int ipHeader(LinkType type, ByteBuffer data) {
        int at = data.position();
        return switch (type) {
            case ETHERNET -> protocol(data, at + ETHERNET - 2, at + ETHERNET);
            case LINUX_SLL -> protocol(data, at + SLL - 2, at + SLL);
            case LINUX_SLL2 -> protocol(data, at, at + SLL2);
            case NULL, LOOP -> family(data, at);
            case RAW -> version(data, at, 0);
            case IPV4 -> version(data, at, 4);
            case IPV6 -> version(data, at, 6);
        };
    }

    private static int protocol(ByteBuffer data, int protocolAt, int next) {
        int at = protocolAt;
        int payload = next;
        while (payload <= data.limit()) {
            switch (Short.toUnsignedInt(data.getShort(at))) {
                case IPV4 -> {
                    return version(data, payload, 4);
                }
                case IPV6 -> {
                    return version(data, payload, 6);
                }
                case VLAN, PROVIDER_VLAN, OLD_STACKED_VLAN -> {
                    at = payload + 2;
                    payload += VLAN_TAG;
                }
                default -> {
                    return NONE;
                }
            }
        }
        return CUT;
    }

    /** Address families differ between systems, and for IPv6 among BSDs, so the IP header decides which it is. */
    private static int family(ByteBuffer data, int at) {
        if (data.limit() - at < LOOPBACK) {
            return CUT;
        }
        int family = data.getInt(at);
        if ((family & 0xFFFF) == 0) {
            family = Integer.reverseBytes(family);
        }
        return switch (family) {
            case 2 -> version(data, at + LOOPBACK, 4);
            case 10, 24, 28, 30 -> version(data, at + LOOPBACK, 6); // Linux, NetBSD and OpenBSD, FreeBSD, macOS
            default -> NONE;
        };
    }

    /** @param expected 4, 6, or 0 for both */
    private static int version(ByteBuffer data, int at, int expected) {
        if (at >= data.limit()) {
            return CUT;
        }
        int version = (data.get(at) & 0xFF) >>> 4;
        boolean fits = expected == 0 ? version == 4 || version == 6 : version == expected;
        return fits ? at : NONE;
    }
}
