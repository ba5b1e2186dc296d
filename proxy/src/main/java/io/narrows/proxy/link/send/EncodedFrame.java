package io.narrows.proxy.link.send;

import io.netty.buffer.ByteBuf;

/**
 * A frame that was encoded, to be sent or released.
 *
 * @param framed room for a header, and the payload
 * @param learnt checksum of what is learnt in front of the frame; 0 without history references
 * @param beginsContext whether it is the first frame of its context
 * @param endedAt when encoding ended, by the nano clock
 * @param effort the time that it took, or null if it does not tell whether the link can afford the codec
 */
record EncodedFrame(ByteBuf framed, int learnt, boolean beginsContext, long endedAt, StepDown.Effort effort) {}
