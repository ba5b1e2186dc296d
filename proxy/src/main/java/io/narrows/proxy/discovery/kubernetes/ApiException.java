package io.narrows.proxy.discovery.kubernetes;

import io.narrows.proxy.transport.ErrorText;
import java.io.IOException;
import java.util.concurrent.CompletionException;

/** A failed request to the API server. The message names the request and the reason. */
final class ApiException extends IOException {
    private static final long serialVersionUID = 1;

    private final int code;

    /** @param code the HTTP status; 0 if there was no answer */
    ApiException(String message, int code) {
        super(message);
        this.code = code;
    }

    /** Returns the failure of a request's future. */
    static ApiException of(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof ApiException known ? known : new ApiException(ErrorText.of(cause), 0);
    }

    int code() {
        return code;
    }
}
