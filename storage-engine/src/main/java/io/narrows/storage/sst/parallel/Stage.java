package io.narrows.storage.sst.parallel;

import java.io.IOException;

/**
 * What is done with each slot of a {@link CompressionRing}. What one call leaves in a slot, the next call for that slot
 * sees, whatever thread it is on.
 */
public interface Stage<S> {
    /** Called once for each emission, by any thread, for several slots at a time. */
    void compress(S slot) throws IOException;

    /**
     * Called once for each emission, after {@link #compress}, in the order of emission, by any thread, for one slot at a
     * time. It sees what the call before left anywhere, so the output needs no lock.
     */
    void write(S slot) throws IOException;
}
