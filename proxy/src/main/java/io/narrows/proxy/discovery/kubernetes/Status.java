package io.narrows.proxy.discovery.kubernetes;

/**
 * The API server's description of a failure.
 *
 * @param code an HTTP status; 0 if unknown
 */
record Status(int code, String reason, String message) {
    static final Status NONE = new Status(0, "", "");

    /** The requested resource version is no longer known; lists have to be read again. */
    static final int GONE = 410;

    /** Returns {@code 403 Forbidden: MESSAGE}, as far as known. */
    @Override
    public String toString() {
        return (code + " " + reason).strip() + (message.isEmpty() ? "" : ": " + message);
    }
}
