package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import io.narrows.config.PeerId;
import io.narrows.proxy.meter.Failure;
import io.netty.channel.Channel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts and logs connections whose TLS cannot end here because of how they begin.
 *
 * @param capture the address that accepted the connection, for the log
 */
record RefusedStarts(CaptureEnvironment environment, HostPort capture, PeerId peer) {
    private static final Logger LOG = LoggerFactory.getLogger(RefusedStarts.class);

    void report(Channel captured, Failure failure, String detail) {
        String text = captured.remoteAddress() + ": " + detail;
        environment.links().events().failure(peer, failure, text);
        environment
                .links()
                .rateLimitedLog()
                .line(LOG, "connection to a capture with tls refused", peer, failure.label())
                .addKeyValue("capture", capture)
                .addKeyValue("peer", peer)
                .addKeyValue("reason", failure.label())
                .addKeyValue("detail", text)
                .log();
    }
}
