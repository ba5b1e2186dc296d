package io.narrows.proxy.link;

/**
 * Stands in for the kernel's counts where they cannot be read (NIO): each flush and each read is cut into segments, and what
 * arrives is acknowledged every second segment unless a segment that is sent does that anyway. Used on the channel's event
 * loop only.
 */
final class ModelledSegments {
    private final boolean dialled;
    private long unflushed;
    private long dataSent;
    private long dataReceived;
    private long payloadSent;

    /** @param dialled whether this side made the connection */
    ModelledSegments(boolean dialled) {
        this.dialled = dialled;
    }

    void written(int bytes) {
        unflushed += bytes;
    }

    void flushed(IpHeaders headers) {
        payloadSent += unflushed;
        dataSent += headers.segments(unflushed);
        unflushed = 0;
    }

    void read(int bytes, IpHeaders headers) {
        dataReceived += headers.segments(bytes);
    }

    /** Since the connection began. As in the kernel's counts, the side that accepts has not sent its SYN. */
    SegmentCounts counts() {
        long acknowledged = Math.max(0, (dataReceived + 1) / 2 - dataSent);
        long acknowledges = Math.max(0, (dataSent + 1) / 2 - dataReceived);
        return new SegmentCounts(
                (dialled ? 2 : 0) + dataSent + acknowledged,
                (dialled ? 1 : 2) + dataReceived + acknowledges,
                dataSent,
                dataReceived,
                payloadSent,
                0,
                0);
    }
}
