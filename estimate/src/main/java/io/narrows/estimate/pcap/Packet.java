package io.narrows.estimate.pcap;

import java.nio.ByteBuffer;

/** The packet that {@link CaptureReader#next} has read last. It is valid until the next call. */
public final class Packet {
    private final BufferView view = new BufferView();
    private LinkType linkType = LinkType.ETHERNET;
    private long nanos;
    private boolean timed;
    private long originalLength;
    private long snapLength;

    void set(LinkType linkType, long snapLength, long nanos, long originalLength) {
        this.linkType = linkType;
        this.snapLength = snapLength;
        this.nanos = nanos;
        this.timed = true;
        this.originalLength = originalLength;
    }

    /** Notes that the file has no time for this packet. */
    void setUntimed() {
        timed = false;
    }

    void show(ByteBuffer window, int from, int length) {
        view.show(window, from, from + length);
    }

    public LinkType linkType() {
        return linkType;
    }

    /** Returns when it was captured, in nanoseconds since 1970; without a time of its own, that of the packet before, or 0. */
    public long nanos() {
        return nanos;
    }

    /** Returns whether it has a time of its own. */
    public boolean isTimed() {
        return timed;
    }

    /** Returns the captured bytes from the link header on, between position and limit. */
    public ByteBuffer data() {
        return view.buffer();
    }

    /** Returns the number of captured bytes. */
    public int length() {
        return view.buffer().remaining();
    }

    /** Returns the length of the packet on the wire, which may be larger than what was captured. */
    public long originalLength() {
        return Math.max(originalLength, length());
    }

    /** Returns the snap length of its interface in bytes, or 0 if there is none. */
    public long snapLength() {
        return snapLength;
    }
}
