package io.narrows.estimate.tcp;

/** Receives the connections of a capture. */
@FunctionalInterface
public interface StreamListener {
    /**
     * Called when a connection begins in the capture.
     *
     * @param nanos time of its first packet, since 1970
     * @return receives the connection's bytes, and its end
     */
    StreamConsumer opened(Connection connection, long nanos);
}
