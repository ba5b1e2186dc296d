package io.narrows.proxy.link.primed;

import com.google.protobuf.ByteString;
import io.narrows.codec.dense.ContextState;

/** A state that is kept, and how many links hold it. Guarded by the monitor of its {@link PeerStates}. */
final class KeptState {
    private final StateKey key;
    private final ByteString hash;
    private final ContextState state;
    private int holders;
    private long usedAt;

    KeptState(StateKey key, ByteString hash, ContextState state, long now) {
        this.key = key;
        this.hash = hash;
        this.state = state;
        this.usedAt = now;
    }

    StateKey key() {
        return key;
    }

    ByteString hash() {
        return hash;
    }

    ContextState state() {
        return state;
    }

    void hold() {
        holders++;
    }

    void release() {
        holders--;
    }

    boolean isHeld() {
        return holders > 0;
    }

    void used(long now) {
        usedAt = now;
    }

    /** Returns when it was kept or used last, on the nano clock. */
    long usedAt() {
        return usedAt;
    }
}
