package io.narrows.proxy.capture;

import io.narrows.config.Interception;
import io.narrows.config.SourceAddress;
import io.narrows.config.TransparentCapture;
import io.narrows.proxy.transport.Sockets;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks that this process may do what a transparent capture asks for. */
final class TransparentNeeds {
    private static final Logger LOG = LoggerFactory.getLogger(TransparentNeeds.class);

    private TransparentNeeds() {}

    /** @throws IOException if the capture cannot work; the message says what it needs */
    static void require(TransparentCapture capture, Sockets sockets) throws IOException {
        if (!sockets.readsOriginalDestinations()) {
            throw new IOException("cannot capture on " + capture.listen()
                    + ": a transparent capture needs link.transport: epoll, the default on Linux");
        }
        if (sockets.privileges().mayKeepSource()) {
            return;
        }
        if (capture.interception() == Interception.TPROXY) {
            throw needs(capture, "mode: tproxy");
        }
        if (capture.requiresSource()) {
            throw needs(capture, "source: keep");
        }
        if (capture.keepsSource()) {
            LOG.atInfo()
                    .addKeyValue("capture", capture.listen())
                    .addKeyValue("source", SourceAddress.OWN.label())
                    .log("no CAP_NET_ADMIN (or CAP_NET_RAW since Linux 5.17): the database sees this host's address"
                            + " instead of its peers'");
        }
    }

    private static IOException needs(TransparentCapture capture, String setting) {
        return new IOException("cannot capture on " + capture.listen() + ": " + setting
                + " needs CAP_NET_ADMIN, or CAP_NET_RAW since Linux 5.17 (AmbientCapabilities= of systemd, or"
                + " securityContext of Kubernetes)");
    }
}
