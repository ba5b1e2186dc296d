package io.narrows.storage.version;

import java.io.IOException;

/** Thrown for a {@link VersionEdit}, though possibly valid, with a feature that is not supported. The message names it. */
public final class UnsupportedEditException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String feature;

    UnsupportedEditException(int offset, String feature) {
        super("offset " + offset + " in the edit: " + feature + " (not supported)");
        this.feature = feature;
    }

    /** Returns a short description of the feature. */
    public String feature() {
        return feature;
    }
}
