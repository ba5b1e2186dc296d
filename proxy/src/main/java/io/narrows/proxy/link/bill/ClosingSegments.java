package io.narrows.proxy.link.bill;

import io.narrows.proxy.transport.TcpInfo;
import java.util.Optional;

/**
 * Segments without payload at the end of a connection, sent after its counts can be read for the last time.
 *
 * @param sent segments of this side: FIN and acknowledgments
 * @param received segments of the peer: FIN and acknowledgments
 */
record ClosingSegments(int sent, int received) {
    static final ClosingSegments NONE = new ClosingSegments(0, 0);

    /** Linux's number of this TCP state; likewise below. */
    private static final int ESTABLISHED = 1;

    private static final int FIN_WAIT_1 = 4;
    private static final int FIN_WAIT_2 = 5;
    private static final int CLOSE_WAIT = 8;
    private static final int LAST_ACK = 9;
    private static final int CLOSING = 11;

    /** @param info state of the connection; empty if the counts are modeled */
    static ClosingSegments after(Optional<TcpInfo> info) {
        return switch (info.map(TcpInfo::state).orElse(ESTABLISHED)) {
            case ESTABLISHED -> new ClosingSegments(2, 1);
            case FIN_WAIT_1, FIN_WAIT_2, CLOSE_WAIT -> new ClosingSegments(1, 1);
            case LAST_ACK, CLOSING -> new ClosingSegments(0, 1);
            default -> NONE;
        };
    }
}
