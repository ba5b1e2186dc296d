package io.narrows.tests.support;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts the IP bytes of one TCP port at a host's interface, including IP and TCP headers, with nftables counters before
 * anything that may drop a packet. Offloads are off, so received packets are those on the wire. Sent bytes are counted before
 * the kernel divides them into segments; for large transfers use the count of the receiving end.
 */
public final class IpCounter {
    private static final Pattern BYTES = Pattern.compile("counter (\\w+) \\{\\s*packets \\d+ bytes (\\d+)");

    /**
     * IP bytes at the interface.
     *
     * @param sent by the host
     * @param received by the host, or dropped there
     */
    public record Bytes(long sent, long received) {
        public Bytes since(Bytes earlier) {
            return new Bytes(sent - earlier.sent, received - earlier.received);
        }

        public long sum() {
            return sent + received;
        }
    }

    private final Host host;
    private final String table;

    /** Starts counting all packets. */
    public IpCounter(Host host, int port) {
        this(host, port, "counted", "");
    }

    private IpCounter(Host host, int port, String name, String match) {
        this.host = host;
        this.table = name + port;
        Offloads.off(host);
        host.run("nft", "add table inet " + table);
        direction("sent", "output");
        direction("received", "prerouting");
        for (String end : List.of("sport", "dport")) {
            host.run(
                    "nft",
                    "add rule inet %s sent oifname eth0 tcp %s %d %s counter name sent"
                            .formatted(table, end, port, match));
            host.run(
                    "nft",
                    "add rule inet %s received iifname eth0 tcp %s %d %s counter name received"
                            .formatted(table, end, port, match));
        }
    }

    /**
     * Starts counting the packets that carry the end of a write, which have the flag PSH: each message that fits into a
     * segment, and no bare acknowledgment. Whether the kernel acknowledges each segment or every second one depends on a
     * connection's first packets, not on its application.
     */
    public static IpCounter ofPushed(Host host, int port) {
        return new IpCounter(host, port, "pushed", "tcp flags & psh == psh");
    }

    private void direction(String name, String hook) {
        host.run("nft", "add counter inet %s %s".formatted(table, name));
        host.run("nft", "add chain inet %s %s { type filter hook %s priority -300 ; }".formatted(table, name, hook));
    }

    /** Returns the bytes since the start. */
    public Bytes read() {
        Matcher counters = BYTES.matcher(host.run("nft", "list", "counters", "table", "inet", table));
        long sent = 0;
        long received = 0;
        while (counters.find()) {
            long bytes = Long.parseLong(counters.group(2));
            if (counters.group(1).equals("sent")) {
                sent = bytes;
            } else {
                received = bytes;
            }
        }
        return new Bytes(sent, received);
    }
}
