package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.meter.Failure;

/** The answer to a peer that asks for a target: where its connection is delivered, or why it is not. */
sealed interface Delivery {
    /** @param keepSource whether to dial from the peer's address, if it is known */
    record Granted(HostPort address, boolean keepSource) implements Delivery {}

    /** @param detail for the logs of both sides */
    record Denied(Refused.Reason reason, Failure failure, String detail) implements Delivery {}
}
