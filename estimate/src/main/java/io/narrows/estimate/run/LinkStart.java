package io.narrows.estimate.run;

import io.narrows.estimate.tcp.Direction;

/**
 * Bytes of a link that carry no traffic: hello, OPEN and its answer, FIN, and with TLS the handshake of TLS 1.3 with a
 * certificate of an elliptic curve on both sides, and the alert that ends it. As tcpdump shows them on links between nodes with
 * short ids; longer names and chains of certificates add to them. A connection takes a link of its own.
 */
final class LinkStart {
    private static final int HELLO = 131;
    private static final int OPEN = 43;
    private static final int OPENED = 16;
    private static final int FIN = 17;

    /** Handshake of the dialing side, with the record of its hello. */
    private static final int TLS_CLIENT = 2062;

    /** Handshake of the accepting side, with its session tickets and the record of its hello. */
    private static final int TLS_SERVER = 3219;

    /** Record of a later control message, less the checksum that it has without TLS. */
    private static final int TLS_MESSAGE = 22 - 4;

    private static final int CLOSE_NOTIFY = 24;

    private LinkStart() {}

    static int bytes(Direction direction, boolean encrypted) {
        boolean dialing = direction == Direction.FROM_CLIENT;
        int messages = HELLO + FIN + (dialing ? OPEN : OPENED);
        int tls = (dialing ? TLS_CLIENT : TLS_SERVER) + 2 * TLS_MESSAGE + CLOSE_NOTIFY;
        return encrypted ? messages + tls : messages;
    }
}
