package io.narrows.proxy.link.handshake;

import io.narrows.proxy.link.NoLinkException;
import io.narrows.proxy.link.NoSidecarException;
import io.narrows.proxy.link.NotYetKnownException;
import io.narrows.proxy.link.proto.Refusal;

/** Turns the refusal of a dialed node into the exception of the dial. */
final class RefusedDial {
    private RefusedDial() {}

    static NoLinkException of(Refusal refusal, String detail) {
        return switch (refusal.getReason()) {
            case DRAINING -> new NoSidecarException(detail);
            case NOT_YET_KNOWN -> new NotYetKnownException(detail);
            default -> new NoLinkException(detail);
        };
    }
}
