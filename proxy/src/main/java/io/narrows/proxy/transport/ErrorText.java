package io.narrows.proxy.transport;

/** The reason of a failure as one text, for logs and messages, also of exceptions without a message. */
public final class ErrorText {
    /** Netty adds the address to the message of a failed connect, even if there is none. */
    private static final String NO_MESSAGE = "null: ";

    private ErrorText() {}

    /** Returns the message, or the name of the exception if it has none. */
    public static String of(Throwable failure) {
        String message = failure.getMessage();
        if (message == null) {
            return failure.getClass().getSimpleName();
        }
        if (!message.startsWith(NO_MESSAGE)) {
            return message;
        }
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return cause.getClass().getSimpleName() + ": " + message.substring(NO_MESSAGE.length());
    }
}
