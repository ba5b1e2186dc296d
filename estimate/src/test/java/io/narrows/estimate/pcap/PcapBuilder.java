package io.narrows.estimate.pcap;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Builds captures in the format pcap. */
public final class PcapBuilder {
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final ByteOrder order;
    private final boolean nanoseconds;
    private final int snapLength;

    public PcapBuilder(ByteOrder order, boolean nanoseconds, int linkCode, int snapLength) {
        this.order = order;
        this.nanoseconds = nanoseconds;
        this.snapLength = snapLength;
        file.writeBytes(ByteBuffer.allocate(PcapFormat.FILE_HEADER)
                .order(order)
                .putInt(nanoseconds ? PcapFormat.NANOSECONDS : PcapFormat.MICROSECONDS)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(snapLength)
                .putInt(linkCode)
                .array());
    }

    public PcapBuilder(LinkType type) {
        this(ByteOrder.LITTLE_ENDIAN, true, type.code(), 262_144);
    }

    /** Adds a packet, cut at the snap length. */
    public PcapBuilder packet(long nanos, byte[] packet) {
        int captured = Math.min(packet.length, snapLength);
        return packet(nanos, captured, packet.length, packet);
    }

    PcapBuilder packet(long nanos, int captured, int original, byte[] packet) {
        long fraction = nanos % 1_000_000_000 / (nanoseconds ? 1 : 1000);
        file.writeBytes(ByteBuffer.allocate(16)
                .order(order)
                .putInt((int) (nanos / 1_000_000_000))
                .putInt((int) fraction)
                .putInt(captured)
                .putInt(original)
                .array());
        file.write(packet, 0, Math.min(captured, packet.length));
        return this;
    }

    public byte[] bytes() {
        return file.toByteArray();
    }
}
