package io.narrows.tests.linearizability;

import io.narrows.tests.support.Host;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Silently drops packets between a host and others; those of clients pass. */
final class Partition implements AutoCloseable {
    /** The direction of the dropped packets, from the host's point of view. */
    enum Direction {
        IN("{ type filter hook input priority 0 ; }", "ip saddr"),
        OUT("{ type filter hook output priority 0 ; }", "ip daddr");

        private final String hook;
        private final String others;

        Direction(String hook, String others) {
            this.hook = hook;
            this.others = others;
        }
    }

    private final Host host;

    /** Starts dropping. */
    Partition(Host host, List<Host> others, List<Direction> directions) {
        this.host = host;
        String ips = others.stream().map(Host::ip).collect(Collectors.joining(", ", "{ ", " }"));
        host.run("nft", "add table inet partition");
        for (Direction direction : directions) {
            String chain = direction.name().toLowerCase(Locale.ROOT);
            host.run("nft", "add chain inet partition %s %s".formatted(chain, direction.hook));
            host.run("nft", "add rule inet partition %s %s %s drop".formatted(chain, direction.others, ips));
        }
    }

    /** Stops dropping. */
    @Override
    public void close() {
        host.run("nft", "delete table inet partition");
    }
}
