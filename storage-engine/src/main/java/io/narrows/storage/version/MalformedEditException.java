package io.narrows.storage.version;

import java.io.IOException;

/** Thrown when bytes are not a valid {@link VersionEdit}. The message names the offset. */
public final class MalformedEditException extends IOException {
    private static final long serialVersionUID = 1L;

    MalformedEditException(int offset, String problem) {
        super("offset " + offset + " in the edit: " + problem);
    }
}
