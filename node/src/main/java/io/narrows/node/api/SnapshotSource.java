package io.narrows.node.api;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Writes this node's state as a snapshot file that etcd's tools can read. Safe for use by many threads. */
@FunctionalInterface
public interface SnapshotSource {
    /**
     * Writes the current state. {@link ApiServer} appends the checksum at the end of etcd's stream; it is not written
     * here.
     *
     * @throws IOException also if the sink throws because the client has gone, in which case writing must stop
     */
    void write(Sink sink) throws IOException;

    /** Receives a snapshot in chunks; blocks while its client does not read. */
    interface Sink {
        /**
         * @param chunk consumed up to its limit; may be reused after the call
         * @param remaining bytes of the file after this chunk
         */
        void write(ByteBuffer chunk, long remaining) throws IOException;
    }
}
