package io.narrows.proxy.classify;

import io.netty.buffer.ByteBuf;

/**
 * Recognizes one kind of traffic by the first bytes of the connecting side. Stateless: one instance serves all links.
 */
@FunctionalInterface
interface Recogniser {
    /**
     * Examines the start of a stream; called again with more bytes while the result is undecided.
     *
     * @param start all bytes sent so far, at most {@link FirstBytes#MAX_BYTES}; index 0 is the first byte, and the
     *     indexes must stay unchanged
     */
    Finding look(ByteBuf start);
}
