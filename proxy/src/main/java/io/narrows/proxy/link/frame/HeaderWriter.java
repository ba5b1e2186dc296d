package io.narrows.proxy.link.frame;

import static io.narrows.proxy.link.frame.FrameDescriptor.CRC_BYTES;

import io.netty.buffer.ByteBuf;

/** Writes the headers of one direction's frames, in order. Not thread-safe. */
public final class HeaderWriter {
    private final FrameForm form;
    private final FrameChecksum checksum = new FrameChecksum();
    private final Stretch stretch = new Stretch();
    private int content;

    public HeaderWriter(FrameForm form) {
        this.form = form;
    }

    /** Sets the checksum of all content, including that of the next frame. */
    public void content(int runningChecksum) {
        content = runningChecksum;
    }

    /**
     * Writes a header that ends at an index of the buffer.
     *
     * @param payload a buffer whose {@code length} bytes at {@code payloadIndex} are the frame's payload
     * @param learnt checksum of the frame's history references; 0 without any
     * @return the index at which the header starts
     */
    public int put(int head, ByteBuf buffer, int end, ByteBuf payload, int payloadIndex, int length, int learnt) {
        return switch (form) {
            case UNCHECKED -> putHead(head, buffer, end, length);
            case PAYLOAD_CHECKED, CONTENT_CHECKED -> {
                int crcIndex = end - CRC_BYTES;
                int start = putHead(head, buffer, crcIndex, length);
                checksum.reset().update(buffer, start, crcIndex - start);
                boolean ofPayload = form == FrameForm.PAYLOAD_CHECKED || FrameDescriptor.checksPayload(head);
                int check = ofPayload
                        ? checksum.update(payload, payloadIndex, length).value()
                        : checksum.value() ^ learnt ^ content;
                buffer.setIntLE(crcIndex, check);
                yield start;
            }
            case CONTENT_SAMPLED -> putCompact(head, buffer, end, length);
        };
    }

    private static int putHead(int head, ByteBuf buffer, int end, int length) {
        int start = end - FrameDescriptor.lengthBytes(length) - 1;
        FrameDescriptor.setLength(buffer, start, length);
        buffer.setByte(end - 1, head);
        return start;
    }

    private int putCompact(int head, ByteBuf buffer, int end, int length) {
        boolean brief = stretch.isBrief(head, length);
        int headerBytes = brief ? 1 : 1 + FrameDescriptor.lengthBytes(length);
        boolean closes = stretch.closedBy(head, headerBytes + length);
        int start = end - headerBytes - (closes ? FrameDescriptor.SAMPLE_BYTES : 0);
        if (brief) {
            buffer.setByte(start, length);
        } else {
            buffer.setByte(start, FrameDescriptor.compact(head));
            FrameDescriptor.setLength(buffer, start + 1, length);
        }
        if (closes) {
            buffer.setShortLE(end - FrameDescriptor.SAMPLE_BYTES, content);
        }
        return start;
    }
}
