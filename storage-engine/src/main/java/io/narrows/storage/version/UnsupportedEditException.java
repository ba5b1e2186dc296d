package io.narrows.storage.version;

import java.io.IOException;

/** A {@link VersionEdit} that may be in order, but tells of a feature that is not known here. The message names it. */
public final class UnsupportedEditException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String feature;

    UnsupportedEditException(int offset, String feature) {
        super("offset " + offset + " in the edit: " + feature + " (not supported)");
        this.feature = feature;
    }

    /** What is not supported, in a few words. */
    public String feature() {
        return feature;
    }
}
