package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import io.narrows.config.OriginatedTls;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.meter.Failure;
import java.util.Optional;

/** The answer to a peer that asks for a target: where its connection is delivered, or why it is not. */
sealed interface Delivery {
    /** The address to dial from. */
    enum Source {
        /** One of this host. */
        OWN,
        /** The peer's, or one of this host if the configuration has no address of that family for the peer. */
        PEERS_IF_KNOWN,
        /** The peer's; without one, the connection is refused. */
        PEERS
    }

    /** @param tls that begins at the address; empty to connect in plain text */
    record Granted(HostPort address, Source source, Optional<OriginatedTls> tls) implements Delivery {}

    /** @param detail for the logs of both sides */
    record Denied(Refused.Reason reason, Failure failure, String detail) implements Delivery {}
}
