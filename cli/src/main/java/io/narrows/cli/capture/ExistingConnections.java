package io.narrows.cli.capture;

import io.narrows.config.TransparentCapture;
import java.io.IOException;
import java.util.List;

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
            List<String> peers = capture.isV6() ? plan.peers6() : plan.peers4();
            for (String peer : peers) {
                for (int port : capture.ports()) {
                    HostCommand.run(
                            "",
                            "ss",
                            "-K",
                            "-n",
                            "dst",
                            capture.isV6() ? "[" + peer + "]" : peer,
                            "dport",
                            "=",
                            ":" + port);
                }
            }
        }
    }
}
