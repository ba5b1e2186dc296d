package io.narrows.proxy.link;

import io.narrows.proxy.link.proto.Control;

/**
 * One message of a recorded side of a link.
 *
 * @param head {@link #GREETING}, or the head of a frame
 */
record Message(int head, byte[] payload) {
    /** The head of what is no frame but the first message. */
    static final int GREETING = -1;

    static Message control(Control.Builder control) {
        return new Message(FrameDescriptor.control(), control.build().toByteArray());
    }

    boolean isGreeting() {
        return head == GREETING;
    }

    boolean isData() {
        return !isGreeting() && FrameDescriptor.kind(head) == FrameDescriptor.KIND_DATA;
    }

    /** As it travels, with right length and checksum. */
    byte[] sealed() {
        return isGreeting() ? WireBytes.greeting(payload) : WireBytes.frame(head, payload);
    }
}
