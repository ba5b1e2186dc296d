package io.narrows.proxy.link.dictionary;

import io.narrows.config.TrafficClass;
import java.nio.ByteBuffer;

/** The sample of what one connection sends. Used on its event loop only; never blocks. */
public interface ConnectionSample {
    /**
     * Adds bytes that the rule in force allows.
     *
     * @param bytes that the codec compresses, in the order in which they are sent, at most 64 KiB of a connection; must be copied if they are
     *     kept
     */
    void sent(TrafficClass trafficClass, ByteBuffer bytes);

    /**
     * Removes everything that was added, since content of the connection is not allowed. Nothing is added later. Removes nothing after
     * {@link #ended}.
     */
    void discard();

    /** Ends the sample; may be called twice. */
    void ended();
}
