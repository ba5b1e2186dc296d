package io.narrows.proxy.link.session;

import io.narrows.proxy.link.proto.Open;

/** Handles the links that peers open to this sidecar. */
@FunctionalInterface
public interface OpenRequests {
    /** Dials the target of the request and calls {@link Link#accept} or {@link Link#refuse}. */
    void opened(Link link, Open open);
}
