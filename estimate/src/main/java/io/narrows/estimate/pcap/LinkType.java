package io.narrows.estimate.pcap;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The link types that can be read: how the headers before the IP header look. The numbers are part of the file formats
 * (<a href="https://www.tcpdump.org/linktypes.html">link-layer header types</a>).
 */
public enum LinkType {
    /** BSD loopback: an address family in the byte order of the capturing machine. */
    NULL("BSD loopback", 0),
    ETHERNET("Ethernet", 1),
    /** IPv4 or IPv6 without a link header. 12 and 14 are what BSDs write for it. */
    RAW("raw IP", 101, 12, 14),
    /** OpenBSD loopback: an address family in network byte order. */
    LOOP("OpenBSD loopback", 108),
    /** Linux cooked capture, version 1: the interface {@code any}. */
    LINUX_SLL("Linux cooked v1", 113),
    IPV4("raw IPv4", 228),
    IPV6("raw IPv6", 229),
    /** Linux cooked capture, version 2. */
    LINUX_SLL2("Linux cooked v2", 276);

    private final String title;
    private final int[] codes;

    LinkType(String title, int... codes) {
        this.title = title;
        this.codes = codes;
    }

    /** Returns the type of a number in a file, or null if it cannot be read. */
    static @Nullable LinkType of(int code) {
        for (LinkType type : values()) {
            for (int known : type.codes) {
                if (known == code) {
                    return type;
                }
            }
        }
        return null;
    }

    /** Returns the types for error messages. */
    static String all() {
        return Arrays.stream(values())
                .map(type -> type.title + " (" + type.code() + ")")
                .collect(Collectors.joining(", "));
    }

    /** Returns the number that files written today use. */
    public int code() {
        return codes[0];
    }
}
