package io.narrows.cli.capture;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One TCP connection of a socket on this host, from a line of {@code ss -H -t -n -e}.
 *
 * @param local this host's end, as ss writes and reads it
 * @param peer the other end, as ss writes and reads it
 * @param address of the other end; an IPv4-mapped one is of IPv4
 * @param user the number of the user whose process made the socket
 * @param mark of the socket's packets; 0 if it has none
 */
record ListedConnection(String local, String peer, InetAddress address, int port, int user, int mark) {
    /** Filters of one call: the kernel takes at most 64 KiB, and tries one after another for each socket. */
    private static final int AT_ONCE = 50;

    private static final String END = "(\\[[^\\s\\]]+]|[^\\s:%]+)(?:%[^\\s:]+)?:(\\d{1,5})";
    private static final Pattern LINE =
            Pattern.compile("[A-Z][A-Z0-9-]*\\s+\\d+\\s+\\d+\\s+" + END + "\\s+" + END + "(?:\\s.*)?");
    private static final Pattern USER = Pattern.compile("\\suid:(\\d{1,9})(?:\\s|$)");
    private static final Pattern MARK = Pattern.compile("\\sfwmark:0x(\\p{XDigit}{1,8})(?:\\s|$)");

    /**
     * Returns the connections that fit a filter of ss(8).
     *
     * @throws IOException if ss fails
     */
    static List<ListedConnection> list(String filter) throws IOException {
        return HostCommand.run("", "ss", "-H", "-t", "-n", "-e", filter)
                .lines()
                .flatMap(line -> parse(line).stream())
                .toList();
    }

    /**
     * Resets the connections that fit any of several filters of ss(8), with few calls of it. Returns how many the kernel has
     * reset: none if it lacks {@code CONFIG_INET_DIAG_DESTROY}.
     *
     * @throws IOException if ss fails
     */
    static long reset(List<String> filters) throws IOException {
        long reset = 0;
        for (int from = 0; from < filters.size(); from += AT_ONCE) {
            String any = filters.subList(from, Math.min(from + AT_ONCE, filters.size())).stream()
                    .collect(Collectors.joining(" ) or ( ", "( ", " )"));
            reset += HostCommand.run("", "ss", "-H", "-t", "-n", "-K", any)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .count();
        }
        return reset;
    }

    /** Returns the filter of ss(8) that only this connection fits. */
    String filter() {
        return "src " + local + " and dst " + peer;
    }

    /** Parses a line; empty if it is of another form. */
    static Optional<ListedConnection> parse(String line) {
        Matcher ends = LINE.matcher(line.strip());
        if (!ends.matches()) {
            return Optional.empty();
        }
        String host = ends.group(3).replaceAll("[\\[\\]]", "");
        Matcher user = USER.matcher(line);
        Matcher mark = MARK.matcher(line);
        try {
            return Optional.of(new ListedConnection(
                    ends.group(1) + ":" + ends.group(2),
                    ends.group(3) + ":" + ends.group(4),
                    InetAddress.getByName(host),
                    Integer.parseInt(ends.group(4)),
                    user.find() ? Integer.parseInt(user.group(1)) : 0,
                    mark.find() ? Integer.parseUnsignedInt(mark.group(1), 16) : 0));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }
}
