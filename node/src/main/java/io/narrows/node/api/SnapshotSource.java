package io.narrows.node.api;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Gives the state of this node as the file that etcd's tools know. Safe for use by many threads. */
@FunctionalInterface
public interface SnapshotSource {
    /**
     * Writes the state as of the call. {@link ApiServer} appends the checksum that etcd's stream ends with; it is not written here.
     *
     * @throws IOException also what the sink throws, when the client has gone: stop then
     */
    void write(Sink sink) throws IOException;

    /** Takes a snapshot piece by piece; waits while its client does not read. */
    interface Sink {
        /**
         * @param chunk taken to its limit; it may be used again after the call
         * @param remaining bytes of the file that follow this chunk
         */
        void write(ByteBuffer chunk, long remaining) throws IOException;
    }
}
