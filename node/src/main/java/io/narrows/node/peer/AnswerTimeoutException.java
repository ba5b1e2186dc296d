package io.narrows.node.peer;

/** A request that was sent and not answered in time. */
public final class AnswerTimeoutException extends LostException {
    AnswerTimeoutException(String message) {
        super(message);
    }
}
