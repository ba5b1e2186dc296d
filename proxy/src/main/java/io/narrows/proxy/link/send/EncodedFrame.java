package io.narrows.proxy.link.send;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * A frame that was encoded, to be sent or released.
 *
 * @param framed space for a header, followed by the payload
 * @param learnt checksum of the bytes learned before the frame; 0 without history references
 * @param beginsContext whether it is the first frame of its context
 * @param endedAt when encoding ended, on the nano clock
 * @param effort the time that encoding took, or null if it does not show whether the link can afford the
 *     codec
 */
record EncodedFrame(
        ByteBuf framed, int learnt, boolean beginsContext, long endedAt, StepDown.@Nullable Effort effort) {}
