package io.narrows.storage.version;

import java.io.IOException;

/** The bytes of a {@link VersionEdit} are not what the format says. The message names the place in it. */
public final class MalformedEditException extends IOException {
    private static final long serialVersionUID = 1L;

    MalformedEditException(int offset, String problem) {
        super("offset " + offset + " in the edit: " + problem);
    }
}
