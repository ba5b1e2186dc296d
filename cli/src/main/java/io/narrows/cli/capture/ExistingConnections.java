package io.narrows.cli.capture;

import io.narrows.config.CaptureMarks;
import io.narrows.config.TransparentCapture;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The connections of this host to captured ports of peers, which may have been made before the rules were installed. */
final class ExistingConnections {
    private ExistingConnections() {}

    /**
     * Ends the connections of processes on this host by a reset, captured ones too, so that the database makes them again.
     * Returns the outcome in words.
     *
     * @throws IOException if ss(8) fails; with a kernel without {@code CONFIG_INET_DIAG_DESTROY} it changes nothing
     */
    static String reset(CapturePlan plan) throws IOException {
        List<ListedConnection> found = list(plan).stream()
                .filter(connection -> isCaptured(plan, connection) && !isOfThisHost(connection.address()))
                .toList();
        long reset = ListedConnection.reset(
                found.stream().map(ListedConnection::filter).toList());
        return "reset " + reset + " of " + found.size() + " connections to peers";
    }

    private static List<ListedConnection> list(CapturePlan plan) throws IOException {
        String ports = captures(plan).stream()
                .flatMap(capture -> capture.ports().stream())
                .distinct()
                .map(port -> "dport = :" + port)
                .collect(Collectors.joining(" or "));
        return ports.isEmpty() ? List.of() : ListedConnection.list("( " + ports + " )");
    }

    /** Returns the captures of this host's own connections; others are routed through this host. */
    private static List<TransparentCapture> captures(CapturePlan plan) {
        return plan.captures().stream()
                .filter(capture -> !CapturePlan.isTproxy(capture))
                .toList();
    }

    /** Returns whether the rules of a plan would capture a connection to its address, were it made now. */
    static boolean isCaptured(CapturePlan plan, ListedConnection connection) {
        boolean v6 = connection.address() instanceof Inet6Address;
        String peer = connection.address().getHostAddress();
        boolean spared = connection.mark() == CaptureMarks.OWN
                || connection.mark() == CaptureMarks.LOCAL
                || plan.user().isPresent() && plan.user().getAsInt() == connection.user();
        return !spared
                && (plan.anyDestination() || (v6 ? plan.peers6() : plan.peers4()).contains(peer))
                && captures(plan).stream()
                        .anyMatch(capture ->
                                capture.isV6() == v6 && capture.ports().contains(connection.port()));
    }

    private static boolean isOfThisHost(InetAddress address) {
        try {
            return address.isLoopbackAddress()
                    || Optional.ofNullable(NetworkInterface.getByInetAddress(address))
                            .isPresent();
        } catch (SocketException e) {
            return true; // better too few than too many
        }
    }
}
