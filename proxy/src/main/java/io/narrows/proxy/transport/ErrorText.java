package io.narrows.proxy.transport;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.regex.Pattern;

/** Describes a failure in one text, for logs and messages, even for exceptions without a message. */
public final class ErrorText {
    /** Netty adds the address to the message of a failed connect, even if there is none. */
    private static final String NO_MESSAGE = "null: ";

    /** Messages of Netty's native transports begin with the call and its error number. */
    private static final Pattern NATIVE_CALL = Pattern.compile("^\\w+\\(\\.\\.\\) failed with error\\(-\\d+\\): ");

    private ErrorText() {}

    /** The message of such an exception has the name of the file only. */
    private static String of(FileSystemException failure) {
        if (failure instanceof NoSuchFileException) {
            return failure.getFile() + " does not exist";
        }
        return failure instanceof AccessDeniedException
                ? "this user has no permission to read " + failure.getFile()
                : failure.getClass().getSimpleName() + ": " + failure.getMessage();
    }

    /** Returns the message without the name of a native call, or the name of the exception if it has none. */
    public static String of(Throwable failure) {
        if (failure instanceof FileSystemException file && file.getReason() == null) {
            return of(file);
        }
        String message = failure.getMessage();
        if (message == null) {
            return failure.getClass().getSimpleName();
        }
        if (!message.startsWith(NO_MESSAGE)) {
            return NATIVE_CALL.matcher(message).replaceFirst("");
        }
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return cause.getClass().getSimpleName() + ": " + message.substring(NO_MESSAGE.length());
    }
}
