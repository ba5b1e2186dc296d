package io.narrows.proxy.link;

/** There is no memory for another greeting. */
final class GreetingLimitException extends Exception {
    private static final long serialVersionUID = 1;

    GreetingLimitException(String message) {
        super(message, null, false, false);
    }
}
