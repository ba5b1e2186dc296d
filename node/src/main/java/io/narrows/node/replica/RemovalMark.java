package io.narrows.node.replica;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Says in a member's directory that its group has removed it. Nobody would tell it when it is started again: it would wait for a
 * leader for ever.
 */
final class RemovalMark {
    private static final String NAME = "removed";

    private final RaftSettings settings;
    private final Path file;

    RemovalMark(RaftSettings settings) {
        this.settings = settings;
        this.file = settings.directory().resolve(NAME);
    }

    /** @throws IOException when the member has been removed; the message says what to do */
    void refuseRemoved() throws IOException {
        if (Files.exists(file)) {
            throw failure();
        }
    }

    /** Leaves the mark. Without it the member is told again, if the group is asked. */
    IOException leave() {
        IOException failure = failure();
        try {
            Files.writeString(file, failure.getMessage() + System.lineSeparator());
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    private IOException failure() {
        return new IOException(
                settings.peerAddress() + ": the member has been permanently removed from the cluster; to add it"
                        + " again: member add, delete " + settings.directory() + ", and start it as one that joins");
    }
}
