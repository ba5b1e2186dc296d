package io.narrows.proxy.link;

import com.google.protobuf.ByteString;

/**
 * The target's part in TLS, as the peer reports it in OPENED.
 *
 * @param alpn the application protocol that the target chose; empty for none
 * @param greeting the packet with which the target began in plain text, if TLS follows one; otherwise empty
 */
public record Reached(String alpn, ByteString greeting) {
    /** A target without TLS, or one that chose no application protocol. */
    public static final Reached PLAIN = new Reached("", ByteString.EMPTY);
}
