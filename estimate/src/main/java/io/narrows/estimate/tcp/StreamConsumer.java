package io.narrows.estimate.tcp;

import java.nio.ByteBuffer;

/**
 * Receives the bytes of one connection, in the order of each direction, when a reader at the capture's place would have
 * got them: bytes behind a gap come when the gap is closed.
 *
 * <p>Times are the capture's, in nanoseconds since 1970. They do not go back within a direction if they do not in the
 * capture.
 */
public interface StreamConsumer {
    /**
     * The next bytes of a direction.
     *
     * @param bytes between position and limit, not empty, at most a segment's payload; valid only during the call. Direct,
     *     or with an accessible array
     */
    void bytes(Direction direction, long nanos, ByteBuffer bytes);

    /**
     * The next bytes of a direction are not in the capture, and will not come: the capture lost them, or its snap length cut
     * them off.
     *
     * @param count at least 1
     */
    void lost(Direction direction, long nanos, long count);

    /** The last call. */
    void closed(Ending ending, long nanos);
}
