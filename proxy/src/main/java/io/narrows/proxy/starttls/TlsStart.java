package io.narrows.proxy.starttls;

import io.narrows.proxy.tls.ClientHello;

/** A request of a captured connection with which TLS begins, or may begin. */
public sealed interface TlsStart {
    /** A complete ClientHello, from the first byte on. */
    record Direct(ClientHello hello) implements TlsStart {}

    /** PostgreSQL's SSLRequest. The client waits for the answer before its ClientHello. */
    record SslRequest() implements TlsStart {}

    /** PostgreSQL's GSSENCRequest. After a no, the client may send SSLRequest. */
    record GssEncRequest() implements TlsStart {}
}
