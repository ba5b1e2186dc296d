package io.narrows.proxy.link.support;

import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.proto.Control;

/**
 * One message of a recorded side of a link.
 *
 * @param head {@link #GREETING}, or the head of a frame
 * @param learnt bytes that a teaching frame makes the receiver learn; otherwise empty
 */
public record Message(int head, byte[] payload, byte[] learnt) {
    /** The head of the first message, which is not a frame. */
    public static final int GREETING = -1;

    private static final byte[] NOTHING = new byte[0];

    public Message(int head, byte[] payload) {
        this(head, payload, NOTHING);
    }

    public static Message control(Control.Builder control) {
        return new Message(FrameDescriptor.control(), control.build().toByteArray());
    }

    public boolean isGreeting() {
        return head == GREETING;
    }

    public boolean isControl() {
        return !isGreeting() && FrameDescriptor.kind(head) == FrameDescriptor.KIND_CONTROL;
    }

    boolean isData() {
        return !isGreeting() && FrameDescriptor.kind(head) == FrameDescriptor.KIND_DATA;
    }

    public Message withHead(int another) {
        return new Message(another, payload, learnt);
    }

    public Message withPayload(byte[] another) {
        return new Message(head, another, learnt);
    }

    /** Returns the message in the first form of frames, with correct length and checksum. */
    public byte[] sealed() {
        return isGreeting() ? WireBytes.greeting(payload) : WireBytes.frame(head, payload);
    }
}
