package io.narrows.proxy.link;

import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;

/** Whoever took a link: what the other end's frames tell it. Called on the link's event loop. */
public interface LinkUser {
    /** The peer reached the target. Only where this side opened the link. */
    void opened();

    /** The peer did not reach the target; the link is closed. Only where this side opened the link. */
    void refused(Refused refused);

    /** Whether more app bytes can be taken now; when it turns true again, call {@link Link#resume}. */
    boolean accepts();

    /**
     * App bytes, in their order.
     *
     * @param bytes for the callee to release
     * @param readAt when they were read from the socket, by the nano clock
     */
    void data(ByteBuf bytes, long readAt);

    /** All that one pass of the event loop brought was delivered. */
    void dataComplete();

    /** The far application closed its direction: no app bytes follow. */
    void finished();

    /** The far application's connection was reset; the link is closed. */
    void reset();

    /** The link ended before both directions were finished; it is closed. */
    void lost(Failure failure);

    /** Whether the link takes bytes without queueing many has changed. */
    void linkWritable(boolean writable);
}
