package io.narrows.proxy.link.bill;

/**
 * Models the segment counts of a connection whose kernel counters cannot be read (NIO): divides each flush and each
 * read into segments, and assumes an acknowledgment of every second segment unless a sent segment carries it. Used on
 * the channel's event loop only.
 */
final class ModelledSegments {
    private final boolean dialled;
    private long unflushed;
    private long dataSent;
    private long dataReceived;
    private long payloadSent;

    /** @param dialled whether this side opened the connection */
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

    /**
     * Returns the counts since the start of the connection. Like the kernel's, they omit the SYN-ACK of the accepting
     * side.
     */
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
