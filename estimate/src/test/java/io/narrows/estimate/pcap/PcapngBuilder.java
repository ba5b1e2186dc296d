package io.narrows.estimate.pcap;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Builds captures in the format pcapng. */
public final class PcapngBuilder {
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private ByteOrder order = ByteOrder.LITTLE_ENDIAN;

    public PcapngBuilder section(ByteOrder newOrder) {
        order = newOrder;
        ByteBuffer body = body(16).putInt(PcapngFormat.BYTE_ORDER).putShort((short) 1);
        return block(
                BlockType.SECTION_HEADER, body.putShort((short) 0).putLong(-1).array());
    }

    public PcapngBuilder device(int linkCode, int snapLength) {
        return block(
                BlockType.INTERFACE_DESCRIPTION,
                body(8).putShort((short) linkCode)
                        .putShort((short) 0)
                        .putInt(snapLength)
                        .array());
    }

    /** Adds an interface whose times are microseconds after an offset. */
    public PcapngBuilder device(int linkCode, int snapLength, long offsetSeconds) {
        return device(linkCode, snapLength, "", 6, offsetSeconds);
    }

    PcapngBuilder device(int linkCode, int snapLength, String name, int resolution, long offsetSeconds) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        int padded = text.length + 3 & ~3;
        ByteBuffer body = body(8 + 4 + padded + 8 + 12 + 4);
        body.putShort((short) linkCode).putShort((short) 0).putInt(snapLength);
        body.putShort((short) 2).putShort((short) text.length).put(text).put(new byte[padded - text.length]);
        body.putShort((short) 9).putShort((short) 1).put((byte) resolution).put(new byte[3]);
        body.putShort((short) 14).putShort((short) 8).putLong(offsetSeconds);
        return block(BlockType.INTERFACE_DESCRIPTION, body.putInt(0).array());
    }

    public PcapngBuilder enhanced(int device, long time, byte[] packet) {
        return enhanced(device, time, packet, packet.length);
    }

    PcapngBuilder enhanced(int device, long time, byte[] captured, int original) {
        int padded = captured.length + 3 & ~3;
        ByteBuffer body = body(20 + padded + 8);
        body.putInt(device).putInt((int) (time >>> 32)).putInt((int) time);
        body.putInt(captured.length).putInt(original).put(captured).put(new byte[padded - captured.length]);
        body.putShort((short) 2).putShort((short) 4).putInt(1); // an option: flags
        return block(BlockType.ENHANCED_PACKET, body.array());
    }

    PcapngBuilder obsolete(int device, long time, byte[] packet) {
        ByteBuffer body = body(20 + (packet.length + 3 & ~3));
        body.putShort((short) device).putShort((short) 3);
        body.putInt((int) (time >>> 32)).putInt((int) time);
        body.putInt(packet.length).putInt(packet.length).put(packet);
        return block(BlockType.OBSOLETE_PACKET, body.array());
    }

    /** Adds a packet without a time. */
    public PcapngBuilder simple(byte[] packet) {
        return simple(packet, packet.length);
    }

    PcapngBuilder simple(byte[] captured, int original) {
        ByteBuffer body = body(4 + (captured.length + 3 & ~3));
        return block(
                BlockType.SIMPLE_PACKET, body.putInt(original).put(captured).array());
    }

    PcapngBuilder block(int type, byte[] body) {
        int length = 12 + body.length;
        file.writeBytes(body(8).putInt(type).putInt(length).array());
        file.writeBytes(body);
        file.writeBytes(body(4).putInt(length).array());
        return this;
    }

    private ByteBuffer body(int bytes) {
        return ByteBuffer.allocate(bytes).order(order);
    }

    public byte[] bytes() {
        return file.toByteArray();
    }
}
