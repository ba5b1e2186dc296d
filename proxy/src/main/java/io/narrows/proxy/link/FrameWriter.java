package io.narrows.proxy.link;

import static io.narrows.proxy.link.FrameDescriptor.CRC_BYTES;
import static io.narrows.proxy.link.FrameDescriptor.MAX_HEADER_BYTES;

import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.meter.TrafficCell;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;

/**
 * Puts headers before payloads and writes them to a link's channel; flushing is the caller's. A payload that was made
 * behind {@link FrameDescriptor#MAX_HEADER_BYTES} free bytes gets its header there, so that the frame is one piece.
 */
final class FrameWriter {
    /** A raw payload up to this many bytes is copied behind its header: one small buffer instead of a pinned large one. */
    private static final int COPY_UP_TO = 8 * 1024;

    private final Channel channel;
    private final boolean checksums;
    private final WireCounter wire;
    private final FrameChecksum checksum = new FrameChecksum();

    FrameWriter(Channel channel, boolean checksums, WireCounter wire) {
        this.channel = channel;
        this.checksums = checksums;
        this.wire = wire;
    }

    /** Counts the app bytes of the frame that is written next. */
    void carries(TrafficCell cell, int appBytes) {
        wire.bill().appSent(cell, appBytes);
    }

    /**
     * Writes a frame whose payload starts at index {@code MAX_HEADER_BYTES} of the buffer, and takes the buffer's
     * ownership.
     */
    void write(int head, ByteBuf framed, TrafficCell cell, ChannelPromise promise) {
        int length = framed.writerIndex() - MAX_HEADER_BYTES;
        int start = MAX_HEADER_BYTES - headerBytes(length);
        putHeader(head, framed, start, length);
        if (checksums) {
            int crcIndex = MAX_HEADER_BYTES - CRC_BYTES;
            framed.setIntLE(
                    crcIndex,
                    checksum.reset()
                            .update(framed, start, crcIndex - start)
                            .update(framed, MAX_HEADER_BYTES, length)
                            .value());
        }
        framed.readerIndex(start);
        wire.sending(cell, framed.readableBytes());
        channel.write(framed, promise);
    }

    /** Writes app bytes as they are, as the payload of a frame, and takes their ownership. */
    void writeRaw(int head, ByteBuf payload, TrafficCell cell, ChannelPromise promise) {
        int length = payload.readableBytes();
        boolean copied = length <= COPY_UP_TO;
        ByteBuf front;
        try {
            front = channel.alloc().directBuffer(MAX_HEADER_BYTES + (copied ? length : 0));
        } catch (RuntimeException | Error e) {
            payload.release();
            throw e;
        }
        if (copied) {
            front.writerIndex(MAX_HEADER_BYTES).writeBytes(payload);
            payload.release();
            write(head, front, cell, promise);
        } else {
            writeBehind(front, head, payload, cell, promise);
        }
    }

    private void writeBehind(ByteBuf header, int head, ByteBuf payload, TrafficCell cell, ChannelPromise promise) {
        int length = payload.readableBytes();
        int headerBytes = headerBytes(length);
        putHeader(head, header, 0, length);
        if (checksums) {
            int crcIndex = headerBytes - CRC_BYTES;
            header.setIntLE(
                    crcIndex,
                    checksum.reset()
                            .update(header, 0, crcIndex)
                            .update(payload, payload.readerIndex(), length)
                            .value());
        }
        header.writerIndex(headerBytes);
        wire.sending(cell, headerBytes + length);
        channel.write(header, channel.voidPromise());
        channel.write(payload, promise);
    }

    /** Writes a control message. */
    void write(Control control, TrafficCell cell) {
        byte[] payload = control.toByteArray();
        ByteBuf framed = channel.alloc().directBuffer(MAX_HEADER_BYTES + payload.length);
        framed.writerIndex(MAX_HEADER_BYTES).writeBytes(payload);
        write(FrameDescriptor.control(), framed, cell, channel.newPromise());
    }

    private int headerBytes(int length) {
        return FrameDescriptor.lengthBytes(length) + 1 + (checksums ? CRC_BYTES : 0);
    }

    private static void putHeader(int head, ByteBuf buffer, int start, int length) {
        FrameDescriptor.setLength(buffer, start, length);
        buffer.setByte(start + FrameDescriptor.lengthBytes(length), head);
    }
}
