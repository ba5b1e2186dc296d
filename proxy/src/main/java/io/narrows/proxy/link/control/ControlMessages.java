package io.narrows.proxy.link.control;

import com.google.protobuf.InvalidProtocolBufferException;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.proto.Control;
import io.netty.buffer.ByteBuf;

/** Reads control messages. */
public final class ControlMessages {
    /** Maximum length; names and reasons fit many times. */
    private static final int MAX_BYTES = 4096;

    private ControlMessages() {}

    public static Control parse(ByteBuf payload) throws CorruptFrameException {
        int length = payload.readableBytes();
        if (length > MAX_BYTES) {
            throw new CorruptFrameException(
                    "invalid length of a control message: " + length + " (expected: 0-" + MAX_BYTES + ")");
        }
        try {
            return Control.parseFrom(payload.nioBuffer());
        } catch (InvalidProtocolBufferException e) {
            throw new CorruptFrameException("invalid control message: " + e.getMessage(), e);
        }
    }
}
