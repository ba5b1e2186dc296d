package io.narrows.node.peer;

/** Thrown if a request was sent but not answered in time. */
public final class AnswerTimeoutException extends LostException {
    AnswerTimeoutException(String message) {
        super(message);
    }
}
