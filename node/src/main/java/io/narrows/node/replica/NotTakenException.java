package io.narrows.node.replica;

/** Thrown if a member has certainly not appended an entry, which may therefore be proposed again. It has no stack trace. */
final class NotTakenException extends Exception {
    private static final long serialVersionUID = 1L;

    NotTakenException(String reason) {
        super(reason, null, false, false);
    }
}
