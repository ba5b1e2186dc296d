package io.narrows.storage.sst.parallel;

import java.io.IOException;

/**
 * The processing of each slot of a {@link CompressionRing}. The effects of one call on a slot are visible to the next call
 * for that slot, on any thread.
 */
public interface Stage<S> {
    /** Called once per emission, by any thread, for several slots concurrently. */
    void compress(S slot) throws IOException;

    /**
     * Called once per emission, after {@link #compress}, in order of emission, by any thread, for one slot at a time. All
     * effects of the previous call are visible, so the output needs no lock.
     */
    void write(S slot) throws IOException;
}
