package io.narrows.tests.support;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Counts the TCP packets and bytes of each port on the loopback of the test's own network namespace, as seen by the kernel,
 * from its creation on.
 */
public final class LoopbackWire implements AutoCloseable {
    /** Size of IPv4 and TCP headers with timestamps, the headers of all packets of a connection except the first two. */
    private static final int HEADER_BYTES = 20 + 32;

    private static final String RULES = """
            table inet loopback {
              set ports { type inet_service; size 65535; flags dynamic; counter; }
              chain in {
                type filter hook input priority 0;
                iifname lo meta l4proto tcp update @ports { tcp dport }
                iifname lo meta l4proto tcp update @ports { tcp sport }
              }
            }
            """;

    private static final Pattern COUNT = Pattern.compile("(\\d+) counter packets (\\d+) bytes (\\d+)");

    public LoopbackWire() {
        Command.run("nft", RULES);
    }

    /** Returns the bytes of connections to these listening ports, in both directions, without the headers. */
    public long payloadBytes(int... ports) {
        return COUNT.matcher(Command.run("nft", "list", "set", "inet", "loopback", "ports"))
                .results()
                .filter(count -> IntStream.of(ports).anyMatch(port -> port == number(count, 1)))
                .mapToLong(count -> number(count, 3) - HEADER_BYTES * number(count, 2))
                .sum();
    }

    /** Returns the bytes including IP and TCP headers. */
    public long bytes(int... ports) {
        return COUNT.matcher(Command.run("nft", "list", "set", "inet", "loopback", "ports"))
                .results()
                .filter(count -> IntStream.of(ports).anyMatch(port -> port == number(count, 1)))
                .mapToLong(count -> number(count, 3))
                .sum();
    }

    private static long number(MatchResult count, int group) {
        return Long.parseLong(count.group(group));
    }

    @Override
    public void close() {
        Command.run("nft", "delete", "table", "inet", "loopback");
    }
}
