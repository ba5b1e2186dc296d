package io.narrows.node.vote;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown if the vote cannot be read. Without it a member could vote twice in a term. */
public final class DamagedVoteException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedVoteException(Path file, String found) {
        super(file + ": " + found + "; the disk lost or changed data after it was synced: remove this member from the"
                + " group and add it again with an empty data directory");
    }
}
