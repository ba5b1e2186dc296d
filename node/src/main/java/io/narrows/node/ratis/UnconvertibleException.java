package io.narrows.node.ratis;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown if a Ratis data directory cannot be converted; nothing in it was changed. */
public final class UnconvertibleException extends IOException {
    private static final long serialVersionUID = 1;

    private static final String REMEDY =
            "; nothing was changed: remove this member from the group and add it again with an empty data directory";

    UnconvertibleException(Path place, String problem) {
        super(place + ": " + problem + REMEDY);
    }
}
