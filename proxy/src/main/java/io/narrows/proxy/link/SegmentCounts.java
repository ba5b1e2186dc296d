package io.narrows.proxy.link;

import io.narrows.proxy.transport.TcpInfo;

/**
 * Segments of one TCP connection, since it began or since an earlier reading.
 *
 * @param sent all segments, with retransmissions and acknowledgements
 * @param received the same of the other direction, as far as they arrived
 * @param dataSent those of {@code sent} that have a payload
 * @param dataReceived those of {@code received} that have a payload
 * @param payloadSent bytes, with retransmissions
 * @param payloadResent bytes that were sent again
 * @param outOfOrder received segments ahead of one that is missing: each is answered by a selective acknowledgement
 */
record SegmentCounts(
        long sent,
        long received,
        long dataSent,
        long dataReceived,
        long payloadSent,
        long payloadResent,
        long outOfOrder) {
    static final SegmentCounts NONE = new SegmentCounts(0, 0, 0, 0, 0, 0, 0);

    private static final long WRAP = 0xffff_ffffL;

    static SegmentCounts of(TcpInfo info) {
        return new SegmentCounts(
                info.segmentsSent(),
                info.segmentsReceived(),
                info.dataSegmentsSent(),
                info.dataSegmentsReceived(),
                info.bytesSent(),
                info.bytesRetransmitted(),
                info.outOfOrderSegments());
    }

    /** What was counted since an earlier reading of the same connection. The kernel's counts of segments wrap around. */
    SegmentCounts since(SegmentCounts earlier) {
        return new SegmentCounts(
                sent - earlier.sent & WRAP,
                received - earlier.received & WRAP,
                dataSent - earlier.dataSent & WRAP,
                dataReceived - earlier.dataReceived & WRAP,
                payloadSent - earlier.payloadSent,
                payloadResent - earlier.payloadResent,
                outOfOrder - earlier.outOfOrder & WRAP);
    }

    long acknowledgementsSent() {
        return Math.max(0, sent - dataSent);
    }

    long acknowledgementsReceived() {
        return Math.max(0, received - dataReceived);
    }

    /** Bytes that were sent again for each byte that was sent once. */
    double resendRate() {
        long once = payloadSent - payloadResent;
        return once > 0 ? (double) payloadResent / once : 0;
    }
}
