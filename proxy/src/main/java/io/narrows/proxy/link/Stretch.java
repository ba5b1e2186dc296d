package io.narrows.proxy.link;

/**
 * What both ends of a {@linkplain FrameForm#CONTENT_SAMPLED sampled} direction remember of its frames: the codec, which brief
 * headers leave out, and how many wire bytes have gone since the last check. Not thread-safe.
 */
final class Stretch {
    private int codecId;
    private int bytes;

    /** Whether the next frame has a header of one byte: data that goes on in the codec of the data before it. */
    boolean isBrief(int head, int length) {
        return head == briefHead() && length <= FrameDescriptor.MAX_BRIEF_LENGTH;
    }

    /** The head that a brief header stands for. */
    int briefHead() {
        return codecId;
    }

    /**
     * Counts the next frame, which is not to be asked about any more.
     *
     * @param frameBytes of its header and payload, without a check
     * @return whether it closes the stretch, and so carries a check
     */
    boolean closedBy(int head, int frameBytes) {
        if (FrameDescriptor.kind(head) != FrameDescriptor.KIND_CONTROL) {
            codecId = FrameDescriptor.codecId(head);
        }
        boolean closes = closesWith(frameBytes);
        bytes = closes ? 0 : bytes + frameBytes;
        return closes;
    }

    /** Whether a frame of that many bytes, without a check, closes the stretch. */
    boolean closesWith(int frameBytes) {
        return bytes + frameBytes >= FrameForm.STRETCH_BYTES;
    }
}
