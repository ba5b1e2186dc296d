package io.narrows.proxy.link.bill;

import io.narrows.proxy.transport.TcpInfo;

/**
 * Segment counts of one TCP connection, since its start or since an earlier reading.
 *
 * @param sent all sent segments, including retransmissions and acknowledgments
 * @param received all received segments
 * @param dataSent sent segments with a payload
 * @param dataReceived received segments with a payload
 * @param payloadSent sent payload bytes, including retransmissions
 * @param payloadResent retransmitted payload bytes
 * @param outOfOrder received segments after a gap, each of which is answered with a selective acknowledgment
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

    /**
     * Returns the difference from an earlier reading of the same connection. The kernel's segment counters wrap around.
     */
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

    /** Returns the retransmitted bytes per byte of original payload. */
    double resendRate() {
        long once = payloadSent - payloadResent;
        return once > 0 ? (double) payloadResent / once : 0;
    }
}
