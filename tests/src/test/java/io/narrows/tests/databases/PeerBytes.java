package io.narrows.tests.databases;

import io.narrows.tests.support.Host;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Counts the IP bytes that hosts receive from each other, headers included, with nftables: those on links, and all others. */
final class PeerBytes {
    private static final int LINK_PORT = 15000;
    private static final String TABLE = "peers";
    private static final Pattern COUNTER = Pattern.compile("counter (\\w+) \\{\\s*packets \\d+ bytes (\\d+)");

    /**
     * IP bytes between the hosts.
     *
     * @param links those of the sidecars' links
     * @param past all others
     */
    record Count(long links, long past) {
        Count plus(Count other) {
            return new Count(links + other.links, past + other.past);
        }

        Count since(Count earlier) {
            return new Count(links - earlier.links, past - earlier.past);
        }

        long all() {
            return links + past;
        }
    }

    private final List<Host> hosts;

    /** Starts counting. */
    PeerBytes(List<Host> hosts) {
        this.hosts = hosts;
        String peers = hosts.stream().map(Host::ip).collect(Collectors.joining(", ", "{ ", " }"));
        hosts.forEach(host -> {
            host.run("nft", "add table inet " + TABLE);
            host.run("nft", "add counter inet %s links".formatted(TABLE));
            host.run("nft", "add counter inet %s past".formatted(TABLE));
            host.run(
                    "nft",
                    "add chain inet %s received { type filter hook prerouting priority -300 ; }".formatted(TABLE));
            rule(host, "iifname eth0 ip saddr %s tcp sport %d counter name links return".formatted(peers, LINK_PORT));
            rule(host, "iifname eth0 ip saddr %s tcp dport %d counter name links return".formatted(peers, LINK_PORT));
            rule(host, "iifname eth0 ip saddr %s counter name past".formatted(peers));
        });
    }

    private static void rule(Host host, String rule) {
        host.run("nft", "add rule inet %s received %s".formatted(TABLE, rule));
    }

    /** Returns the bytes since the start. */
    Count read() {
        return hosts.stream().map(PeerBytes::read).reduce(new Count(0, 0), Count::plus);
    }

    private static Count read(Host host) {
        Matcher counters = COUNTER.matcher(host.run("nft", "list", "counters", "table", "inet", TABLE));
        Count count = new Count(0, 0);
        while (counters.find()) {
            long bytes = Long.parseLong(counters.group(2));
            count = count.plus(counters.group(1).equals("links") ? new Count(bytes, 0) : new Count(0, bytes));
        }
        return count;
    }
}
