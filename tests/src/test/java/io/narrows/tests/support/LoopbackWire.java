package io.narrows.tests.support;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Counts, as the kernel sees it, what TCP carries over the loopback of the test's own network namespace: the packets and
 * bytes of each port, from its making on.
 */
public final class LoopbackWire implements AutoCloseable {
    /** Of IP version 4, and of TCP with its timestamps, which all packets but the first two of a connection have alone. */
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

    /** What connections to these listening ports carried, both directions together, without the headers. */
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
