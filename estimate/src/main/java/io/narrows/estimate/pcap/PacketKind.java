package io.narrows.estimate.pcap;

/** The result of decoding a packet. */
public enum PacketKind {
    /** A TCP segment. */
    TCP,
    /** Neither IPv4 nor IPv6: ARP, LLDP… */
    NOT_IP,
    /** UDP, ICMP… */
    NOT_TCP,
    /** A fragment of an IP packet with TCP. */
    FRAGMENT,
    /** The snap length cut the packet before the end of the TCP header. */
    HEADERS_CUT,
    /** Headers that contradict each other. */
    MALFORMED
}
