package io.narrows.proxy.link.shared;

/** The peer says something about shared history that cannot be so. */
public final class HistoryException extends Exception {
    private static final long serialVersionUID = 1;

    HistoryException(String message) {
        super(message);
    }
}
