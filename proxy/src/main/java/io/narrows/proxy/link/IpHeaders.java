package io.narrows.proxy.link;

import io.netty.channel.Channel;
import java.net.Inet6Address;
import java.net.InetSocketAddress;

/**
 * Sizes of the headers that TCP and IP put before each payload of one connection, in bytes.
 *
 * @param segment header of IP, header of TCP and its options in an established connection
 * @param synExtra how much longer the options of a SYN are
 * @param payload the largest payload of a segment
 */
record IpHeaders(int segment, int synExtra, int payload) {
    /** A block of selective acknowledgement, with its padding. */
    static final int SACK_BLOCK = 12;

    private static final int IPV4 = 20;
    private static final int IPV6 = 40;
    private static final int TCP = 20;
    private static final int TIMESTAMPS = 12;
    private static final int ETHERNET_MTU = 1500;

    /** In a SYN: segment size, permission of selective acknowledgements, timestamps, and the scale of the window. */
    private static final int SYN_OPTIONS = 20;

    /** The same without timestamps. */
    private static final int SYN_OPTIONS_WITHOUT_TIMESTAMPS = 12;

    /**
     * @param timestamps whether each segment carries timestamps
     * @param payload the largest payload of a segment; 0 where it is not known, then Ethernet's
     */
    static IpHeaders of(Channel channel, boolean timestamps, int payload) {
        boolean ipv6 = channel.remoteAddress() instanceof InetSocketAddress remote
                && remote.getAddress() instanceof Inet6Address;
        int options = timestamps ? TIMESTAMPS : 0;
        int segment = (ipv6 ? IPV6 : IPV4) + TCP + options;
        int syn = (timestamps ? SYN_OPTIONS : SYN_OPTIONS_WITHOUT_TIMESTAMPS) - options;
        return new IpHeaders(segment, syn, payload > 0 ? payload : ETHERNET_MTU - segment);
    }

    /** How many segments so many bytes take. */
    long segments(long bytes) {
        return (bytes + payload - 1) / payload;
    }
}
