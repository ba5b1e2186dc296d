package io.narrows.proxy.link.shared;

/** Thrown when a message of the peer about shared history is invalid. */
public final class HistoryException extends Exception {
    private static final long serialVersionUID = 1;

    HistoryException(String message) {
        super(message);
    }
}
