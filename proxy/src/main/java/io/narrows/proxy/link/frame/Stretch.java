package io.narrows.proxy.link.frame;

/**
 * State that both ends of a {@linkplain FrameForm#CONTENT_SAMPLED sampled} direction derive from its frames: the codec,
 * which brief headers omit, and the wire bytes since the last check. Not thread-safe.
 */
final class Stretch {
    private int codecId;
    private int bytes;

    /** Returns whether the next frame has a one-byte header: data in the same codec and context as the previous data frame. */
    boolean isBrief(int head, int length) {
        return head == briefHead() && length <= FrameDescriptor.MAX_BRIEF_LENGTH;
    }

    /** Returns the head that a brief header implies. */
    int briefHead() {
        return codecId;
    }

    /**
     * Advances past the next frame.
     *
     * @param frameBytes length of its header and payload, without a check
     * @return whether the frame closes the stretch and carries a check
     */
    boolean closedBy(int head, int frameBytes) {
        if (FrameDescriptor.kind(head) != FrameDescriptor.KIND_CONTROL) {
            codecId = FrameDescriptor.codecId(head);
        }
        boolean closes = closesWith(frameBytes);
        bytes = closes ? 0 : bytes + frameBytes;
        return closes;
    }

    /** Returns whether a frame of that many bytes, without a check, closes the stretch. */
    boolean closesWith(int frameBytes) {
        return bytes + frameBytes >= FrameForm.STRETCH_BYTES;
    }
}
