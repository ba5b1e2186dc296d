package io.narrows.node.error;

/** A request is refused; nothing has changed. It is an answer and no fault of this program, so it has no stack trace. */
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
