package io.narrows.proxy.link.bill;

import io.netty.channel.Channel;
import java.net.Inet6Address;
import java.net.InetSocketAddress;

/**
 * Sizes of the TCP and IP headers of one connection, in bytes.
 *
 * @param segment IP header, TCP header and TCP options of a segment of an established connection
 * @param synExtra additional length of a SYN's options
 * @param payload maximum payload of a segment
 */
record IpHeaders(int segment, int synExtra, int payload) {
    /** A selective acknowledgment block with its padding. */
    static final int SACK_BLOCK = 12;

    private static final int IPV4 = 20;
    private static final int IPV6 = 40;
    private static final int TCP = 20;
    private static final int TIMESTAMPS = 12;
    private static final int ETHERNET_MTU = 1500;

    /** Options of a SYN: maximum segment size, selective acknowledgments permitted, timestamps, and window scale. */
    private static final int SYN_OPTIONS = 20;

    /** Options of a SYN without timestamps. */
    private static final int SYN_OPTIONS_WITHOUT_TIMESTAMPS = 12;

    /**
     * @param timestamps whether each segment carries timestamps
     * @param payload maximum payload of a segment; 0 if unknown, which is replaced by Ethernet's
     */
    static IpHeaders of(Channel channel, boolean timestamps, int payload) {
        boolean ipv6 = channel.remoteAddress() instanceof InetSocketAddress remote
                && remote.getAddress() instanceof Inet6Address;
        int options = timestamps ? TIMESTAMPS : 0;
        int segment = (ipv6 ? IPV6 : IPV4) + TCP + options;
        int syn = (timestamps ? SYN_OPTIONS : SYN_OPTIONS_WITHOUT_TIMESTAMPS) - options;
        return new IpHeaders(segment, syn, payload > 0 ? payload : ETHERNET_MTU - segment);
    }

    /** Returns the number of segments for that many bytes. */
    long segments(long bytes) {
        return (bytes + payload - 1) / payload;
    }
}
