package io.narrows.codec;

/** What every stream context does alike: once closed it refuses to work, and closing again does nothing. */
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

    /** Gives native memory back. Called once. */
    void free() {}
}
