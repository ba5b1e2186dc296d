package io.narrows.terminal.output;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * Describes why a file could not be read or written. The messages of the JDK's file exceptions usually contain only the
 * file's name.
 */
public final class Reason {
    private Reason() {}

    public static String of(IOException e) {
        if (e instanceof FileSystemException refused && refused.getReason() != null) {
            return refused.getReason();
        }
        if (e instanceof NoSuchFileException) {
            return "no such file";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "already exists";
        }
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }
}
