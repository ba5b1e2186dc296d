package io.narrows.proxy.classify;

import io.netty.buffer.ByteBuf;

/** Knows one kind of traffic by what the side that connected sends first. Keeps no state: one serves all links. */
@FunctionalInterface
interface Recogniser {
    /**
     * Looks at the beginning of a stream; again, as long as it is undecided, when more has come.
     *
     * @param start all that was sent so far, at most {@link FirstBytes#MAX_BYTES}; index 0 is the first byte, and the
     *     indexes must stay as they are
     */
    Finding look(ByteBuf start);
}
