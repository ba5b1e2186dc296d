package io.narrows.cli.capture;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The connections of processes on this host that the rules of a table redirect to a sidecar. Without the rules, neither end
 * hears of the other any longer, and a process that only waits would notice nothing.
 *
 * @param ports the captured ports, as nft lists them
 * @param listeners the ports at which the sidecar accepts the connections
 */
record CapturedConnections(Set<String> ports, Set<String> listeners) {
    private static final Pattern REDIRECT =
            Pattern.compile("tcp dport (?:\\{([^{}]*)}|(\\d{1,5}))[^\\n]* redirect to :(\\d{1,5})");

    /** Printed by conntrack(8), which then exits with 1. */
    private static final String NOTHING_TO_DELETE = " 0 flow entries have been deleted";

    /** Returns those of the rules in a listing of the table. */
    static CapturedConnections of(String listing) {
        Set<String> ports = new TreeSet<>();
        Set<String> listeners = new TreeSet<>();
        Matcher rule = REDIRECT.matcher(listing);
        while (rule.find()) {
            String list = rule.group(1) == null ? rule.group(2) : rule.group(1);
            ports.addAll(List.of(list.strip().split("[,\\s]+")));
            listeners.add(rule.group(3));
        }
        return new CapturedConnections(ports, listeners);
    }

    /**
     * Resets both ends: those of the processes, which may connect again directly, and the sidecar's. Called when the rules are
     * removed. A connection whose sidecar has ended is not found.
     *
     * @return the outcome in words; empty if there are no such connections
     * @throws IOException if ss(8) fails; with a kernel without {@code CONFIG_INET_DIAG_DESTROY} it changes nothing
     */
    Optional<String> reset() throws IOException {
        if (listeners.isEmpty()) {
            return Optional.empty();
        }
        List<ListedConnection> accepted = ListedConnection.list(anyOf("sport", listeners));
        String captured = anyOf("dport", ports);
        long reset = ListedConnection.reset(accepted.stream()
                .map(connection -> "src " + end(connection.address(), connection.port()) + " and " + captured)
                .toList());
        ListedConnection.reset(accepted.stream().map(ListedConnection::filter).toList());
        return accepted.isEmpty()
                ? Optional.empty()
                : Optional.of("reset " + reset + " of " + accepted.size() + " captured connections");
    }

    /**
     * Deletes the kernel's records of these connections (conntrack), which outlive the rules, some for days. When rules are
     * installed again, such a record would redirect the packets of a connection that was made in between with the same
     * addresses and ports.
     *
     * @throws IOException if conntrack(8) fails
     */
    void forget() throws IOException {
        for (String listener : listeners) {
            forget("ipv4", listener);
            forget("ipv6", listener);
        }
    }

    private static void forget(String family, String listener) throws IOException {
        try {
            HostCommand.run("", "conntrack", "-D", "-f", family, "-p", "tcp", "--reply-port-src", listener);
        } catch (IOException e) {
            if (e instanceof MissingProgramException
                    || !String.valueOf(e.getMessage()).contains(NOTHING_TO_DELETE)) {
                throw e;
            }
        }
    }

    private static String anyOf(String end, Set<String> numbers) {
        return numbers.stream().map(number -> end + " = :" + number).collect(Collectors.joining(" or ", "( ", " )"));
    }

    private static String end(InetAddress address, int port) {
        String literal = address.getHostAddress();
        return (address instanceof Inet6Address ? "[" + literal + "]" : literal) + ":" + port;
    }
}
