package io.narrows.proxy.link.unpack;

import io.narrows.unpack.recipe.WorkspaceMemory;

/** The memory of the encoder that the peer may have kept here, for a piece that comes in parts. Used on the link's event loop only. */
final class EncoderGrant {
    private final WorkspaceMemory memory;
    private final long most;
    private long bytes;

    /** @param most the memory of the largest encoder that the peer can use, in bytes */
    EncoderGrant(WorkspaceMemory memory, long most) {
        this.memory = memory;
        this.most = most;
    }

    /** Grants as much as the peer wants, if there is enough memory; never less than before. Returns the memory that is granted. */
    long want(long wanted) {
        if (wanted > bytes && wanted <= most && memory.take(wanted - bytes)) {
            bytes = wanted;
        }
        return bytes;
    }

    /** Returns the memory that is granted. */
    long bytes() {
        return bytes;
    }

    /** Ends the grant, after the encoder was freed. */
    void end() {
        memory.giveBack(bytes);
        bytes = 0;
    }
}
