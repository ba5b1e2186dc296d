package io.narrows.proxy.link;

import java.io.IOException;

/** A link that did not come about. It was logged and counted where that was noticed. */
class NoLinkException extends IOException {
    private static final long serialVersionUID = 1L;

    NoLinkException(String message) {
        super(message);
    }
}
