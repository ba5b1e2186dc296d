package io.narrows.proxy.link.session;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.Printable;
import io.narrows.proxy.link.proto.Refusal;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.meter.HelloRefusal;
import java.net.SocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts and logs hellos that either side refused. */
public final class Refusals {
    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

    private Refusals() {}

    public static Refusal of(Refusal.Reason reason, String detail) {
        return Refusal.newBuilder()
                .setReason(reason)
                .setDetail(Printable.of(detail))
                .build();
    }

    /**
     * Counts a refusal, and logs it unless it is only a matter of time.
     *
     * @param peer the configured id of the other end, or {@link EventMeter#UNKNOWN_PEER}
     */
    public static void log(
            LinkEnvironment environment, PeerId peer, SocketAddress remote, Refusal refusal, String what) {
        HelloRefusal counted = HelloRefusal.valueOf(refusal.getReason().name());
        String reason = counted.label();
        environment.events().refusedHello(peer, counted);
        String detail = Printable.of(refusal.getDetail());
        if (counted == HelloRefusal.NOT_YET_KNOWN) {
            LOG.atDebug()
                    .addKeyValue("peer", peer)
                    .addKeyValue("detail", detail)
                    .log(what); // the node tries again
            return;
        }
        environment.events().failure(peer, Failure.HELLO_REFUSED, reason + (detail.isEmpty() ? "" : ": " + detail));
        environment
                .rateLimitedLog()
                .line(LOG, what, peer, reason)
                .addKeyValue("peer", peer)
                .addKeyValue("remote", remote)
                .addKeyValue("reason", reason)
                .addKeyValue("detail", detail)
                .log();
    }
}
