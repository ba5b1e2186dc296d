package io.narrows.proxy.link;

import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;

/** The user of a link, notified of frames from the other end. Called on the link's event loop. */
public interface LinkUser {
    /**
     * Reports that the peer reached the target. Only called on the side that opened the link.
     *
     * @param target what the target contributed to TLS
     */
    void opened(Reached target);

    /**
     * Reports that the peer did not reach the target; the link is closed. Only called on the side that opened the link.
     */
    void refused(Refused refused);

    /** Returns whether more app bytes are accepted now; call {@link Carrier#resume} when that becomes true again. */
    boolean accepts();

    /**
     * Receives app bytes, in order.
     *
     * @param bytes for the callee to release
     * @param readAt when they were read from the socket, on the nano clock
     */
    void data(ByteBuf bytes, long readAt);

    /** Reports that the input of one pass of the event loop was delivered. */
    void dataComplete();

    /** Reports that the remote application closed its direction: no app bytes follow. */
    void finished();

    /** Reports that the remote application's connection was reset; the link is closed. */
    void reset();

    /** Reports that the link ended before both directions were finished; it is closed. */
    void lost(Failure failure);

    /** Reports that the link can, or can no longer, send bytes without a long queue. */
    void linkWritable(boolean writable);
}
