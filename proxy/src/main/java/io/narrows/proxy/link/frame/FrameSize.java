package io.narrows.proxy.link.frame;

import java.util.function.IntUnaryOperator;

/**
 * Estimates the bytes at the socket of a data frame from the length of its payload: header, checksum, and TLS records if the link
 * is encrypted and each frame is written alone.
 */
public record FrameSize(FrameForm form) implements IntUnaryOperator {
    /** Header, content type and tag of a record of TLS 1.3. */
    private static final int TLS_RECORD_BYTES = 5 + 1 + 16;

    /** Maximum content of a TLS record. */
    private static final int TLS_RECORD_CONTENT = 16 * 1024;

    @Override
    public int applyAsInt(int length) {
        return switch (form) {
            case PAYLOAD_CHECKED, CONTENT_CHECKED ->
                1 + FrameDescriptor.lengthBytes(length) + form.checkBytes() + length;
            case UNCHECKED -> inTls(1 + FrameDescriptor.lengthBytes(length) + length);
            case CONTENT_SAMPLED -> {
                int brief = length <= FrameDescriptor.MAX_BRIEF_LENGTH ? 1 : 1 + FrameDescriptor.lengthBytes(length);
                yield inTls(brief + samples(length) + length);
            }
        };
    }

    /** Returns the bytes of the content checksum: a check in each stretch, so that only a part falls to a short frame. */
    private int samples(int length) {
        return length >= FrameForm.STRETCH_BYTES
                ? form.checkBytes()
                : form.checkBytes() * length / FrameForm.STRETCH_BYTES;
    }

    private static int inTls(int bytes) {
        return bytes + TLS_RECORD_BYTES * ((bytes + TLS_RECORD_CONTENT - 1) / TLS_RECORD_CONTENT);
    }
}
