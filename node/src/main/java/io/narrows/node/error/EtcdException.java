package io.narrows.node.error;

/**
 * Thrown when a request is refused; nothing has changed. It is a regular response rather than a bug, so it has no stack
 * trace.
 */
public final class EtcdException extends Exception {
    private static final long serialVersionUID = 1L;

    private final EtcdError error;

    public EtcdException(EtcdError error) {
        super(error.text(), null, false, false);
        this.error = error;
    }

    public EtcdError error() {
        return error;
    }
}
