package io.narrows.proxy.link.frame;

import static io.narrows.proxy.link.frame.FrameDescriptor.MAX_HEADER_BYTES;

import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.meter.TrafficCell;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;

/**
 * Puts headers before payloads and writes them to a link's channel; the caller flushes. A payload with
 * {@link FrameDescriptor#MAX_HEADER_BYTES} free bytes in front gets its header there, so that the frame is contiguous.
 */
public final class FrameWriter {
    /**
     * Maximum size of raw payloads that are copied, so that no large buffer is pinned; payloads that fill less than
     * half of their buffer are copied too.
     */
    private static final int COPY_UP_TO = 8 * 1024;

    private final Channel channel;
    private final FrameMeter meter;
    private final HeaderWriter headers;

    public FrameWriter(Channel channel, FrameForm form, FrameMeter meter) {
        this.channel = channel;
        this.meter = meter;
        this.headers = new HeaderWriter(form);
    }

    /** Sets the checksum of this direction's content, including that of the next frame. */
    public void content(int runningChecksum) {
        headers.content(runningChecksum);
    }

    /** Counts the app bytes of the next frame. */
    public void carries(TrafficCell cell, int appBytes) {
        meter.carries(cell, appBytes);
    }

    /**
     * Writes a frame whose payload starts at index {@code MAX_HEADER_BYTES} of the buffer, and takes ownership of the
     * buffer.
     *
     * @param learnt checksum of the frame's history references; 0 without any
     */
    public void write(int head, ByteBuf framed, int learnt, TrafficCell cell, ChannelPromise promise) {
        int length = framed.writerIndex() - MAX_HEADER_BYTES;
        framed.readerIndex(headers.put(head, framed, MAX_HEADER_BYTES, framed, MAX_HEADER_BYTES, length, learnt));
        meter.sending(cell, framed.readableBytes());
        channel.write(framed, promise);
    }

    /** Writes app bytes as the raw payload of a frame and takes ownership of them. */
    public void writeRaw(int head, ByteBuf payload, TrafficCell cell, ChannelPromise promise) {
        int length = payload.readableBytes();
        boolean copied = length <= COPY_UP_TO || length < payload.capacity() / 2;
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
            write(head, front, 0, cell, promise);
        } else {
            writeBehind(front, head, payload, cell, promise);
        }
    }

    private void writeBehind(ByteBuf header, int head, ByteBuf payload, TrafficCell cell, ChannelPromise promise) {
        int length = payload.readableBytes();
        header.writerIndex(MAX_HEADER_BYTES)
                .readerIndex(headers.put(head, header, MAX_HEADER_BYTES, payload, payload.readerIndex(), length, 0));
        meter.sending(cell, header.readableBytes() + length);
        channel.write(header, channel.voidPromise());
        channel.write(payload, promise);
    }

    /** Writes a control message. */
    public void write(Control control, TrafficCell cell) {
        byte[] payload = control.toByteArray();
        ByteBuf framed = channel.alloc().directBuffer(MAX_HEADER_BYTES + payload.length);
        framed.writerIndex(MAX_HEADER_BYTES).writeBytes(payload);
        write(FrameDescriptor.control(), framed, 0, cell, channel.newPromise());
    }
}
