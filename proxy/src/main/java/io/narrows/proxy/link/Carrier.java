package io.narrows.proxy.link;

import io.narrows.config.PeerId;
import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;

/**
 * Carries the bytes of one application's connection to the other end, and passes the data that comes back to its
 * {@link LinkUser}. All methods are called on the event loop of the connection.
 */
public interface Carrier {
    /** Returns the id of the peer to which the bytes go. */
    PeerId peer();

    /**
     * Sends app bytes and takes ownership of them; call {@link #flush} afterward.
     *
     * @param bytesReadAt when they were read from the application, on the nano clock
     */
    void send(ByteBuf bytes, long bytesReadAt);

    /** Flushes the sent bytes. */
    void flush();

    /** Returns whether bytes can be sent without building up a long queue. */
    boolean writable();

    /** Closes this side's direction after the local application has closed its own. */
    void finish();

    /** Ends the connection because the local application's part of it failed; the remote application sees a reset. */
    void abort();

    /** Ends the connection immediately, and tells the user that it is lost. */
    void cut(Failure failure);

    /**
     * Records that received app bytes were written to the application.
     *
     * @param bytesReadAt the time that came with the bytes
     */
    void delivered(long bytesReadAt);

    /** Delivers the bytes that the user did not accept before, and continues reading. */
    void resume();
}
