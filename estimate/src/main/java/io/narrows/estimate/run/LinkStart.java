package io.narrows.estimate.run;

import io.narrows.estimate.tcp.Direction;

/**
 * Bytes of a link that carry no traffic, by a model: hellos, OPEN and its answer, FIN, and with TLS the handshake of TLS 1.3
 * with a certificate of an elliptic curve on both sides. A connection takes a link of its own.
 */
final class LinkStart {
    private static final int HELLO = 64;
    private static final int OPEN = 24;
    private static final int OPENED = 8;
    private static final int FIN = 16;
    private static final int TLS_CLIENT = 1300;
    private static final int TLS_SERVER = 1300;

    private LinkStart() {}

    static int bytes(Direction direction, boolean encrypted) {
        boolean dialing = direction == Direction.FROM_CLIENT;
        int messages = HELLO + FIN + (dialing ? OPEN : OPENED);
        return encrypted ? messages + (dialing ? TLS_CLIENT : TLS_SERVER) : messages;
    }
}
