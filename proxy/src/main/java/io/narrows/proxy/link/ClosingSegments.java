package io.narrows.proxy.link;

import io.narrows.proxy.transport.TcpInfo;
import java.util.Optional;

/**
 * Segments without payload that follow when a socket is closed, after the last moment at which its counts can be read.
 *
 * @param sent FIN or the answer to the peer's
 * @param received the same from the peer
 */
record ClosingSegments(int sent, int received) {
    static final ClosingSegments NONE = new ClosingSegments(0, 0);

    /** By the numbers of Linux. */
    private static final int ESTABLISHED = 1;

    private static final int FIN_WAIT_1 = 4;
    private static final int FIN_WAIT_2 = 5;
    private static final int CLOSE_WAIT = 8;
    private static final int LAST_ACK = 9;
    private static final int CLOSING = 11;

    /** @param info empty where the counts are modelled */
    static ClosingSegments after(Optional<TcpInfo> info) {
        return switch (info.map(TcpInfo::state).orElse(ESTABLISHED)) {
            case ESTABLISHED -> new ClosingSegments(2, 1);
            case FIN_WAIT_1, FIN_WAIT_2, CLOSE_WAIT -> new ClosingSegments(1, 1);
            case LAST_ACK, CLOSING -> new ClosingSegments(0, 1);
            default -> NONE;
        };
    }
}
