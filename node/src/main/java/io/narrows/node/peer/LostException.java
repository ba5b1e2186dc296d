package io.narrows.node.peer;

/** A request without an answer, which the peer may have carried out. */
public sealed class LostException extends PeerException permits AnswerTimeoutException {
    LostException(String message) {
        this(message, null);
    }

    LostException(String message, Throwable cause) {
        super(message, cause);
    }
}
