package io.narrows.node.replica;

/** Thrown if the member that was asked has not joined the group yet. It has no stack trace. */
final class NotBegunException extends Exception {
    private static final long serialVersionUID = 1L;

    NotBegunException() {
        super("the member has not joined the group yet", null, false, false);
    }
}
