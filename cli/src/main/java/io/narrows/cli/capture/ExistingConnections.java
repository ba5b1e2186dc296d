package io.narrows.cli.capture;

import io.narrows.config.TransparentCapture;
import java.io.IOException;
import java.util.stream.Stream;

/** The connections of this host to captured ports of peers, which may have been made before the rules were installed. */
final class ExistingConnections {
    private ExistingConnections() {}

    /**
     * Ends the connections of processes on this host by a reset, captured ones too, so that the database makes them again.
     *
     * @throws IOException if ss(8) fails; with a kernel without {@code CONFIG_INET_DIAG_DESTROY} it changes nothing
     */
    static void end(CapturePlan plan) throws IOException {
        for (TransparentCapture capture : plan.captures()) {
            if (CapturePlan.isTproxy(capture)) {
                continue; // routed through this host, but not its own
            }
            for (int port : capture.ports()) {
                if (plan.anyDestination()) {
                    end(capture.isV6() ? "-6" : "-4", "dport", "=", ":" + port);
                }
                for (String peer : capture.isV6() ? plan.peers6() : plan.peers4()) {
                    end("dst", capture.isV6() ? "[" + peer + "]" : peer, "dport", "=", ":" + port);
                }
            }
        }
    }

    private static void end(String... filter) throws IOException {
        HostCommand.run(
                "",
                Stream.concat(Stream.of("ss", "-K", "-n"), Stream.of(filter)).toArray(String[]::new));
    }
}
