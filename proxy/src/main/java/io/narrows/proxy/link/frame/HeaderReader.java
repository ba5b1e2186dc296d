package io.narrows.proxy.link.frame;

import static io.narrows.proxy.link.frame.FrameDescriptor.CRC_BYTES;
import static io.narrows.proxy.link.frame.FrameDescriptor.MAX_PAYLOAD;
import static io.narrows.proxy.link.frame.FrameDescriptor.SAMPLE_BYTES;

import io.netty.buffer.ByteBuf;

/** Reads the headers of one direction's frames, in order. Not thread-safe. */
final class HeaderReader {
    private final FrameForm form;
    private final FrameChecksum checksum = new FrameChecksum();
    private final Stretch stretch = new Stretch();
    private int head;
    private int length;
    private int headerBytes;
    private boolean complete;
    private boolean closes;

    HeaderReader(FrameForm form) {
        this.form = form;
    }

    /**
     * Parses the header at an index of a buffer, without advancing until the frame is {@linkplain #take taken}.
     *
     * @return whether the header is complete
     */
    boolean read(ByteBuf bytes, int start, int available) throws CorruptFrameException {
        complete = false;
        if (available == 0) {
            return false;
        }
        if (form == FrameForm.CONTENT_SAMPLED) {
            readCompact(bytes, start, available);
        } else {
            int lengthBytes = readLength(bytes, start, available);
            headerBytes = lengthBytes + 1 + form.checkBytes();
            complete &= lengthBytes < available;
            head = complete ? bytes.getUnsignedByte(start + lengthBytes) : 0;
        }
        return complete;
    }

    private void readCompact(ByteBuf bytes, int start, int available) throws CorruptFrameException {
        byte first = bytes.getByte(start);
        if (first >= 0) {
            complete = true;
            head = stretch.briefHead();
            length = first;
            headerBytes = 1;
        } else {
            head = FrameDescriptor.ofCompact(first);
            headerBytes = 1 + readLength(bytes, start + 1, available - 1);
        }
        closes = complete && stretch.closesWith(headerBytes + length);
        headerBytes += checkBytes();
    }

    /** Returns the number of available bytes of the length field. */
    private int readLength(ByteBuf bytes, int start, int available) throws CorruptFrameException {
        length = 0;
        for (int i = 0; i < available; i++) {
            byte next = bytes.getByte(start + i);
            length |= (next & 0x7F) << 7 * i;
            if (next >= 0) {
                if (length > MAX_PAYLOAD) {
                    throw new CorruptFrameException(
                            "invalid frame length: " + length + " (expected: 0-" + MAX_PAYLOAD + ")");
                }
                complete = true;
                return i + 1;
            }
            if (i + 1 == FrameDescriptor.MAX_LENGTH_BYTES) {
                throw new CorruptFrameException("frame length is longer than 3 bytes");
            }
        }
        return available;
    }

    /** Returns the head byte described by {@link FrameDescriptor}, in every form. */
    int head() {
        return head;
    }

    /** Returns the length of the payload. */
    int length() {
        return length;
    }

    /** Returns the length of the header, including a checksum. */
    int headerBytes() {
        return headerBytes;
    }

    /**
     * Takes the frame whose header was read last; all of its bytes must be available.
     *
     * @return its {@link ContentCheck}
     * @throws CorruptFrameException if a checksum of the payload does not match
     */
    long take(ByteBuf bytes, int start) throws CorruptFrameException {
        int payloadIndex = start + headerBytes;
        return switch (form) {
            case UNCHECKED -> ContentCheck.NONE;
            case PAYLOAD_CHECKED -> verified(bytes, start, payloadIndex);
            case CONTENT_CHECKED ->
                FrameDescriptor.checksPayload(head)
                        ? verified(bytes, start, payloadIndex)
                        : ContentCheck.whole(bytes.getIntLE(payloadIndex - CRC_BYTES)
                                ^ ofHeader(bytes, start, payloadIndex).value());
            case CONTENT_SAMPLED -> {
                stretch.closedBy(head, headerBytes - checkBytes() + length);
                yield closes
                        ? ContentCheck.sample(bytes.getUnsignedShortLE(payloadIndex - SAMPLE_BYTES))
                        : ContentCheck.NONE;
            }
        };
    }

    private int checkBytes() {
        return closes ? SAMPLE_BYTES : 0;
    }

    private FrameChecksum ofHeader(ByteBuf bytes, int start, int payloadIndex) {
        return checksum.reset().update(bytes, start, payloadIndex - CRC_BYTES - start);
    }

    private long verified(ByteBuf bytes, int start, int payloadIndex) throws CorruptFrameException {
        int expected = bytes.getIntLE(payloadIndex - CRC_BYTES);
        int actual = ofHeader(bytes, start, payloadIndex)
                .update(bytes, payloadIndex, length)
                .value();
        if (actual != expected) {
            throw new CorruptFrameException(
                    String.format("frame checksum mismatch: %08x, computed %08x", expected, actual));
        }
        return ContentCheck.NONE;
    }
}
