package io.narrows.codec;

/** A base class of stream contexts: a closed context refuses to work, and closing it again has no effect. */
abstract class OpenContext implements AutoCloseable {
    private boolean closed;

    final void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the context is closed");
        }
    }

    @Override
    public final void close() {
        if (!closed) {
            closed = true;
            free();
        }
    }

    /** Frees native memory. Called once. */
    void free() {}
}
